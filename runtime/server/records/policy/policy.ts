/**
 * The only place where policies apply: which rows of a table a caller reaches, and which fields. Every operation uses
 * it; super admins and the command line are not restricted.
 */
import { sql, type RawBuilder } from 'kysely'
import {
  fieldOf,
  evaluateRule,
  keepsDeleted,
  memoizeByObject,
  nodeOf,
  requireField,
  viewFor,
  withComputed,
  type ActionName,
  type FieldModel,
  type ListedAction,
  type LookupModel,
  type RelationModel,
  type RuleModel,
  type TableModel,
} from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { grantedAccess } from '../../operation/access/access.ts'
import type { Actor } from '../../operation/access/actor.ts'
import { findVisibleOwners } from '../../operation/access/data-limit.ts'
import type { Adapter, Row } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { rowEvalContext } from '../../operation/rules/eval-context.ts'
import { ruleConditionSql } from '../../operation/rules/sql.ts'
import { factsOf } from './rules.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { RowChoice, Scope } from '../../operation/scope.ts'
import { andChoicesSql } from '../query/choices.ts'

/** Rows of these admins only. */
export interface OwnerFilter {
  /** Column of the admin a row belongs to. */
  readonly column: string
  readonly ids: readonly number[]
}

/** True when policies restrict the caller. */
export const isRestricted = ({ actor }: Pick<Scope, 'actor'>): boolean => actor !== null && !actor.super

/**
 * The table as the caller may see or write it by that action. The same object for the same model, action and readable
 * targets, so that results memoized for it are found again.
 */
export function viewOf(scope: Pick<Scope, 'actor' | 'registry'>, model: TableModel, action: ListedAction): TableModel {
  // Guard T01: the field list of a policy binds queries.
  // Without: if (scope) return model
  if (!isRestricted(scope)) return model
  // Guard T10: the public sees the fields that are listed for it.
  // Without: if (scope.actor?.area === 'public' && !model) return publicView(model)
  if (scope.actor?.area === 'public') return publicView(model)
  const view = viewFor(model, action)
  const hidden = view.fields.filter((field) => isLabelHidden(scope, view, field)).map(({ name }) => name)
  const lookups = view.fields
    .filter(({ lookup, relation }) => isLookupHidden(scope, view, lookup) || isFullTitleHidden(scope, relation))
    .map(({ name }) => name)
  return hidden.length + lookups.length === 0 ? view : withoutLabels(view, `${hidden.join()};${lookups.join()}`)
}

/**
 * The table as anybody sees it: the fields that the policy lists for the public, by which it is searched, filtered and
 * sorted. Records that it refers to are not named, because the public may not see each of them.
 */
const publicView = memoizeByObject((model: TableModel): TableModel => {
  const listedFields = new Set(['id', ...(model.policy?.public?.fields ?? [])])
  const { search, list } = model
  return {
    ...model,
    fields: model.fields.map((field) => {
      if (!listedFields.has(field.name)) return { ...field, private: true, readOnly: true }
      if (!field.relation || field.relation.owned) return field
      const { fullTitle: _hidden, ...relation } = field.relation
      return { ...field, relation: { ...relation, show: '' } }
    }),
    search: search.filter((name) => listedFields.has(name)),
    list: {
      ...list,
      columns: list.columns.filter((name) => listedFields.has(name)),
      ...(!listedFields.has(list.sort.field) && { sort: { field: 'id', direction: 'desc' as const } }),
    },
  }
})

/** Fields an import may fill: those the caller may write in new records and in old ones. */
export function importView(scope: Pick<Scope, 'actor' | 'registry'>, model: TableModel): TableModel {
  const [add, edit] = [viewOf(scope, model, 'add'), viewOf(scope, model, 'edit')]
  if (add === edit) return add
  return {
    ...add,
    fields: add.fields.map((field) => (requireField(edit, field.name).readOnly ? { ...field, readOnly: true } : field)),
  }
}

/**
 * Who may see a record may also see the titles of the records it refers to, and nothing else of them, unless the policy
 * of the other table hides the field. The owner of a record is always named: the server wrote it, and people need to
 * know whom to ask.
 */
function isLabelHidden(
  scope: Pick<Scope, 'actor' | 'registry'>,
  model: TableModel,
  { name, relation }: FieldModel,
): boolean {
  const target = relation && scope.registry.byId(relation.to)
  if (!target || relation.owned || name === model.owner || name === model.policy?.limit?.on) return false
  return isTitleHidden(target, relation.show)
}

// Guard T12: a label the target's own list hides is hidden.
// Without: const isTitleHidden = (target: TableModel, title: string): boolean => false
const isTitleHidden = (target: TableModel, title: string): boolean =>
  fieldOf(viewFor(target, 'index'), title)?.private === true

/** The key of a target is shown where each of its parts is, else its label alone. */
function isFullTitleHidden(scope: Pick<Scope, 'actor' | 'registry'>, relation: RelationModel | undefined): boolean {
  const target = relation?.fullTitle && scope.registry.byId(relation.to)
  return target !== undefined && isLookupHidden(scope, viewFor(target, 'index'), relation?.fullTitle)
}

/**
 * A value is looked up for those whom the lists on its way would show it: of tables they may list, in fields they may
 * see, and where no record is withheld from them. The title of the last record is shown as that of any reference.
 */
function isLookupHidden(
  scope: Pick<Scope, 'actor' | 'registry'>,
  model: TableModel,
  lookup: LookupModel | undefined,
): boolean {
  return (lookup?.paths ?? []).some(({ steps, column }) => {
    let at = model
    for (const [index, step] of steps.entries()) {
      const reference = fieldOf(at, step.column)
      if (reference?.private !== false) return true
      const target = scope.registry.byId(step.entity)
      const isTitle = index === steps.length - 1 && column === reference.relation?.show
      // Guard T12: of tables one may not list only the title is looked up.
      if (!target || !(isTitle || canList(scope, target))) return true
      at = viewFor(target, 'index')
      if (at.policy?.limit || at.policy?.rows) return true
    }
    return fieldOf(at, column)?.private !== false
  })
}

/**
 * @param names of the reference fields whose labels are hidden, and after a semicolon of those whose lookups are; both
 * separated by commas: part of the memoization key
 */
const withoutLabels = memoizeByObject((model: TableModel, names: string): TableModel => {
  const [labels, lookups] = names.split(';').map((part) => new Set(part.split(',')))
  return {
    ...model,
    fields: model.fields.map((field) => {
      const { lookup, relation } = field
      if (lookup) return lookups?.has(field.name) ? { ...field, private: true } : field
      if (!relation) return field
      const { fullTitle: _hidden, ...plain } = relation
      const visibleRelation = lookups?.has(field.name) ? plain : relation
      return { ...field, relation: labels?.has(field.name) ? { ...visibleRelation, show: '' } : visibleRelation }
    }),
  }
})

/**
 * True when the caller may list the table: only then may the caller refer to its records, or learn which of them refer
 * to another.
 */
export function canList({ actor }: Pick<Scope, 'actor'>, model: TableModel): boolean {
  // Guard T20: members refer to records that are theirs, and the public to what it sees.
  if (actor?.area) return model.policy?.[actor.area] !== undefined
  return actor === null || grantedAccess.can(actor, nodeOf(model, 'index'))
}

/** True when the table has the operation and the caller may use it. */
export const canUse = (actor: Actor, model: TableModel, action: ActionName): boolean =>
  model.actions.includes(action) &&
  // Guard S16: undo: the right to do the same.
  // Without: (actor.id > 0 || grantedAccess.can(actor, nodeOf(model, action)))
  grantedAccess.can(actor, nodeOf(model, action))

/** True when the caller may restore deleted records of the table: only then may the caller list them. */
export function canRestore({ actor }: Pick<Scope, 'actor'>, model: TableModel): boolean {
  return keepsDeleted(model) && (actor === null || grantedAccess.can(actor, nodeOf(model, 'restore')))
}

/** Whose rows the caller reaches; null = all. Two reads at most per request, none where the table has no limit. */
export async function ownerFilterOf(
  scope: Pick<Scope, 'actor' | 'database'>,
  model: TableModel,
): Promise<OwnerFilter | null> {
  const limit = model.policy?.limit
  // Rules alone say which rows members and the public reach.
  if (!limit || !isRestricted(scope) || scope.actor?.area) return null
  const owners = await findVisibleOwners(scope.database, scope.actor, limit.mode)
  return owners && { column: limit.on, ids: owners }
}

/**
 * ` and …` for handwritten statements; empty when all rows are reached.
 * @param table alias of the rows
 */
export function andOwnerSql(adapter: Adapter, owned: OwnerFilter | null, table?: string): RawBuilder<unknown> {
  // Guard T15: sorting moves one's rows only.
  // Without: if (owned !== undefined) return sql``
  if (owned === null) return sql``
  const column = table === undefined ? sql.id(owned.column) : sql.id(table, owned.column)
  return sql` and ${adapter.isAmong(column, JSON.stringify(owned.ids))}`
}

/** Met by no row. */
const noRows: RuleModel = { source: 'false', tree: { op: 'value', value: false }, reads: [] }

/** Rules of the rows an action reaches: those of `index` and its own; none for whom nothing binds. */
export function rowRules(
  scope: Pick<Scope, 'actor'>,
  { policy }: TableModel,
  action: ActionName,
): readonly RuleModel[] {
  if (!isRestricted(scope)) return []
  // Guard T20: members and the public reach nothing that no rule names for them.
  // Without: if (scope.actor?.area && policy?.[scope.actor.area]) return [policy[scope.actor.area]?.rows ?? noRows]
  if (scope.actor?.area) return [policy?.[scope.actor.area]?.rows ?? noRows]
  const rows = policy?.rows
  return rows ? [...new Set([rows.index, rows[action]])].filter((rule) => rule !== undefined) : []
}

/**
 * True when the rules of the action let the caller reach the row.
 * @param row with all its columns
 */
export function isWithinRows(scope: Pick<Scope, 'actor'>, model: TableModel, action: ActionName, row: Row): boolean {
  const rules = rowRules(scope, model, action)
  if (rules.length === 0) return true
  const facts = factsOf(scope, { record: row, old: null })
  const computed = { ...facts, record: withComputed(model, facts) }
  return rules.every((rule) => evaluateRule(rule, computed))
}

/** Columns that the rules of the rows read. */
export function rowColumns(scope: Pick<Scope, 'actor'>, model: TableModel): readonly string[] {
  const reads = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const field = fieldOf(model, name)
      return field?.computed?.stored === false ? reads(field.computed.rule.reads) : [name]
    })
  return rowRules(scope, model, 'index').flatMap((rule) => reads(rule.reads))
}

/** Throws an OperationError `invalid` when the write would move the row out of the caller's reach. */
export function refuseOutOfRows(scope: Scope, model: TableModel, action: ActionName, row: Row): void {
  if (isWithinRows(scope, model, action, row)) return
  throw new OperationError('invalid', {
    errors: { [rowsField(scope, model, action)]: describeFieldProblem(scope.language, { rule: 'rows' }) },
  })
}

/** The field a person would change to bring the row back within reach. */
export function rowsField(scope: Pick<Scope, 'actor'>, model: TableModel, action: ActionName): string {
  const ruledFields = model.fields.filter((field) =>
    rowRules(scope, model, action).some((rule) => rule.reads.includes(field.name)),
  )
  return (ruledFields.find((field) => !field.readOnly) ?? fieldOf(model, model.title))?.name ?? 'id'
}

/**
 * ` and …` for handwritten statements: the rows that the rules of the action let the caller reach.
 * @param table alias of the rows
 */
export function andRowsSql(
  scope: Pick<Scope, 'actor' | 'database'>,
  model: TableModel,
  action: ActionName,
  table: string | null = null,
): RawBuilder<unknown> {
  const { adapter } = scope.database
  const evalContext = rowEvalContext(adapter, model, table, { actor: scope.actor, now: nowSeconds() })
  const rules = rowRules(scope, model, action).map((rule) => sql` and ${ruleConditionSql(adapter, rule, evalContext)}`)
  // Guard T15: rules of rows bind records that are named.
  // Without: return sql``
  return rules.length === 0 ? sql`` : sql.join(rules, sql``)
}

/** The ids whose rows the limit, the rules of the action and the choices of hooks let the caller reach. */
export async function filterOwned(
  scope: Scope,
  model: TableModel,
  ids: readonly number[],
  action: ActionName = 'index',
  choices: readonly (readonly RowChoice[])[] = [],
): Promise<readonly number[]> {
  const owned = await ownerFilterOf(scope, model)
  const isFree = owned === null && choices.length === 0 && rowRules(scope, model, action).length === 0
  if (isFree || ids.length === 0) return ids
  const { adapter, query } = scope.database
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(model.table)}
    where ${adapter.isAmong(sql.id('id'), JSON.stringify(ids))}
      ${andOwnerSql(adapter, owned)}${andRowsSql(scope, model, action)}${andChoicesSql(choices)}`.execute(query)
  const reached = new Set(rows.map((row) => Number(row['id'])))
  return (
    ids
      // Guard T15: single records are within the limit.
      .filter((id) => reached.has(id))
  )
}

/**
 * The one place where policies bind: which rows of a table a caller reaches, and which fields. Every operation asks here;
 * super admins and the command line are bound by nothing.
 */
import { sql, type RawBuilder } from 'kysely'
import { fieldOf, nodeOf, viewFor, type FieldModel, type ListedAction, type TableModel } from '../../protocol/index.ts'
import { heldRights } from '../access/access.ts'
import { ownersFor } from '../access/data-limit.ts'
import type { Adapter } from '../db/index.ts'
import type { Registry } from '../registry.ts'
import type { Scope } from './scope.ts'

/** Rows of these admins only. */
export interface Owned {
  /** Column of the admin a row belongs to. */
  readonly column: string
  readonly ids: readonly number[]
}

/** True when policies bind whoever acts. */
export const isBound = ({ actor }: Pick<Scope, 'actor'>): boolean => actor !== null && !actor.super

const views = new WeakMap<Registry, WeakMap<TableModel, Map<string, TableModel>>>()

/**
 * The table as the caller may see or write it by that action. The same object for the same registry, model, action and
 * readable targets, so that what is prepared for it is kept.
 */
export function viewOf(scope: Pick<Scope, 'actor' | 'registry'>, model: TableModel, action: ListedAction): TableModel {
  if (!isBound(scope)) return model
  const view = viewFor(model, action)
  const hidden = view.fields.filter((field) => isLabelHidden(scope, view, field)).map(({ name }) => name)
  if (hidden.length === 0) return view
  const ofRegistry = views.get(scope.registry) ?? new WeakMap<TableModel, Map<string, TableModel>>()
  views.set(scope.registry, ofRegistry)
  const known = ofRegistry.get(view) ?? new Map<string, TableModel>()
  ofRegistry.set(view, known)
  const key = hidden.join()
  if (!known.has(key)) known.set(key, withoutLabels(view, hidden))
  return known.get(key)!
}

/** Fields an import may fill: those the caller may write in new records and in old ones. */
export function importView(scope: Pick<Scope, 'actor' | 'registry'>, model: TableModel): TableModel {
  const [add, edit] = [viewOf(scope, model, 'add'), viewOf(scope, model, 'edit')]
  if (add === edit) return add
  return { ...add, fields: add.fields.map((field) => (fieldOf(edit, field.name)!.readOnly ? { ...field, readOnly: true } : field)) }
}

/**
 * A label is shown beside a reference when the target's own list would show it to the caller. The admin a record
 * belongs to is always named: the server wrote that, and people must know whom to ask.
 */
function isLabelHidden(scope: Pick<Scope, 'actor' | 'registry'>, model: TableModel, { name, relation }: FieldModel): boolean {
  const target = relation && scope.registry.byId(relation.to)
  if (!target || relation.owned || name === model.owner || name === model.policy?.limit?.on) return false
  return !mayList(scope, target) || fieldOf(viewFor(target, 'index'), relation.show)?.private === true
}

function withoutLabels(model: TableModel, hidden: readonly string[]): TableModel {
  return { ...model, fields: model.fields.map((field) => (hidden.includes(field.name) ? { ...field, relation: { ...field.relation!, show: '' } } : field)) }
}

/** True when the caller may list the table: only then may he refer to its records, or be told which of them refer to another. */
export function mayList({ actor }: Pick<Scope, 'actor'>, model: TableModel): boolean {
  return actor === null || heldRights.can(actor, nodeOf(model, 'index'))
}

/** Whose rows the caller reaches; null = all. Two reads at most per request, none where the table has no limit. */
export async function ownedOf(scope: Pick<Scope, 'actor' | 'database'>, model: TableModel): Promise<Owned | null> {
  const limit = model.policy?.limit
  if (!limit || !isBound(scope)) return null
  const owners = await ownersFor(scope.database, scope.actor, limit.mode)
  return owners && { column: limit.on, ids: owners }
}

/** ` and …` for statements written by hand; empty when all rows are reached. @param table alias of the rows */
export function andOwned(adapter: Adapter, owned: Owned | null, table?: string): RawBuilder<unknown> {
  if (owned === null) return sql``
  return sql` and ${adapter.isAmong(table === undefined ? sql.id(owned.column) : sql.id(table, owned.column), JSON.stringify(owned.ids))}`
}

/** Those of the ids whose rows the limit lets the caller reach. */
export async function ownedAmong(scope: Scope, model: TableModel, ids: readonly number[]): Promise<readonly number[]> {
  const owned = await ownedOf(scope, model)
  if (owned === null || ids.length === 0) return ids
  const { adapter, query } = scope.database
  const rows = await query.selectFrom(model.table).select('id').where(adapter.isAmong(sql.ref('id'), JSON.stringify(ids)))
    .where(adapter.isAmong(sql.ref(owned.column), JSON.stringify(owned.ids))).execute()
  const reached = new Set(rows.map((row) => Number(row['id'])))
  return ids.filter((id) => reached.has(id))
}

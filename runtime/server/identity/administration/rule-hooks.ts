/** What rules add to the operations on records. */
import { languages, trimText, type ListQuery } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { componentOf } from '../../http/compat/components.ts'
import { fontAwesomeIcon } from '../../http/compat/menu.ts'
import { duplicate, refuseProblems } from '../../records/field-problems.ts'
import type { CompletedWrite } from '../../operation/change.ts'
import { iconOf, titleOf } from '../permissions/menu.ts'
import { accessError, fieldError, readGrantContext, type GrantContext } from './privilege-guard.ts'
import { refuseUnknownIcon } from './icon-problem.ts'
import { readWeight } from './rule-weight.ts'
import { bumpAccessVersion } from '../../operation/access/access-version.ts'
import { ancestorsOf, grantedBy, hasQuery, readAccess } from '../../operation/access/access-state.ts'
import { derived } from '../permissions/sync.ts'
import type { DerivedRules } from '../permissions/derived-rules.ts'
import type { Change, Hooks, Scope, SentRow } from './types.ts'

type RuleChange = Change<'system/admin_rule'>
type SentRule = SentRow<'system/admin_rule'>

export function ruleHooks(derivedRules: DerivedRules): Hooks<'system/admin_rule'> {
  return {
    async prepareBody(scope, model, change) {
      const { body } = change
      if (typeof body.name === 'string' && hasQuery(body.name)) throw fieldError(scope, 'name', 'access.rule_query')
      readWeight(scope, model, change)
      return bodyOf(body, derivedRules)
    },
    async beforeWrite(scope, trx, change, ids, action) {
      await bumpAccessVersion(trx)
      if (change) await moveChildToTop(trx, change)
      if (action === 'sortable') await refuseNotGranted(scope, trx, ids)
    },
    async beforeCreate(scope, trx, change) {
      const context = await readGrantContext(scope, trx)
      if (!change.given.get('title')) throw fieldError(scope, 'title', 'required')
      refuseUnknownIcon(scope, change.given.get('icon'))
      refuseName(scope, context, change, derivedRules, null)
      refuseParent(context, change, true)
    },
    beforeUpdate: (scope, trx, change, current) => refuseEdit(scope, trx, change, current, derivedRules),
    async beforeRemove(scope, trx, ids) {
      const { state } = await refuseNotGranted(scope, trx, ids)
      const fixed = ids.map((id) => state.rules.get(id)?.row).find((row) => row?.origin === derived)
      if (fixed) throw accessError('access.rule_derived', { title: titleOf(fixed, derivedRules, scope.language) })
    },
    afterWrite: (_scope, trx, written) => grantToGroups(trx, written),
    async restrictRows(scope, query) {
      const ids = await accessibleRules(scope, query)
      const matches =
        query && query.quickSearch !== '' ? await rulesNamed(scope, query.quickSearch, derivedRules) : null
      return { ...(ids && { ids }), ...(matches && { matches }) }
    },
    async present({ database, language }, rows, purpose) {
      const ids = new Set<number | null | undefined>(rows.map((row) => row.id))
      // A form shows one rule, whose parent is not among the rows.
      const { rules } = await readAccess(database.query)
      const titleOfRule = (id: number): string | undefined => {
        const rule = rules.get(id)?.row
        return rule && titleOf(rule, derivedRules, language)
      }
      for (const row of rows) {
        if (row.title !== undefined) row.title = titleOf(row, derivedRules, language)
        if (purpose === 'index' && row.title !== undefined && hasQuery(row.name ?? ''))
          row.title = t(language, 'access.rule_ignored', { title: row.title ?? '' })
        if (row.icon !== undefined) row.icon = iconOf(row, derivedRules)
        setParentTitle(row, titleOfRule)
        const isTop = !ids.has(row.pid)
        if (purpose === 'index' && row.type !== undefined && isTop) Object.assign(row, { children: [] })
      }
    },
  }
}

/** The nested parent is named like the row it is. */
function setParentTitle(row: SentRule, titleOfRule: (id: number) => string | undefined): void {
  const { parent } = row
  const title = parent ? titleOfRule(parent.id) : undefined
  if (title) Object.assign(row, { parent: { ...parent, title } })
}

/** Values that follow from the schemas and that a client sends back unchanged are not stored in the row. */
function bodyOf(body: RuleChange['body'], derivedRules: DerivedRules): RuleChange['body'] {
  const name = typeof body.name === 'string' ? trimText(body.name) : body.name
  const rule = derivedRules.get(String(name ?? '').toLowerCase())
  const shown: readonly (readonly ['title' | 'icon' | 'component', readonly unknown[]])[] = rule
    ? [
        ['title', languages.map((language) => rule.label[language])],
        ['icon', [rule.icon, fontAwesomeIcon(rule.icon ?? '')]],
        ['component', [componentOf(rule.name)]],
      ]
    : []
  const emptied = Object.fromEntries(
    shown.filter(([field, values]) => values.includes(body[field])).map(([field]) => [field, '']),
  )
  return { ...body, ...(name !== undefined && { name }), ...emptied }
}

/** A rule is moved below its own child: the child moves to the top first. */
async function moveChildToTop(trx: SystemTransaction, { id, given }: RuleChange): Promise<void> {
  const pid = given.get('pid') ?? null
  if (id !== null && pid !== null)
    await trx.updateTable('admin_rule').set({ pid: null }).where('id', '=', pid).where('pid', '=', id).execute()
}

async function refuseNotGranted(scope: Scope, trx: SystemTransaction, ids: readonly number[]): Promise<GrantContext> {
  const context = await readGrantContext(scope, trx)
  if (!context.granted.super && !ids.every((id) => context.granted.rules.has(id))) throw accessError('access.superior')
  return context
}

async function refuseEdit(
  scope: Scope,
  trx: SystemTransaction,
  change: RuleChange,
  current: SystemRow<'admin_rule'>,
  derivedRules: DerivedRules,
): Promise<void> {
  const context = await refuseNotGranted(scope, trx, [current.id])
  const { given } = change
  const differs = (field: 'name' | 'type' | 'pid'): boolean => given.has(field) && given.get(field) !== current[field]
  if (current.origin === derived && differs('name')) throw fieldError(scope, 'name', 'access.rule_fixed')
  if (current.origin === derived && differs('type')) throw fieldError(scope, 'type', 'access.rule_fixed')
  if (current.origin !== derived && given.has('title') && !given.get('title'))
    throw fieldError(scope, 'title', 'required')
  refuseUnknownIcon(scope, given.get('icon'), current.icon)
  if (differs('name')) refuseName(scope, context, change, derivedRules, change.id)
  if (differs('pid')) refuseParent(context, change, false)
}

/** The actor needs the parent rule with all its ancestors, because groups with the lower rule receive them. */
function refuseParent({ state, granted }: GrantContext, { given }: RuleChange, isNew: boolean): void {
  const pid = given.get('pid') ?? null
  const isGranted = pid === null ? !isNew : [pid, ...ancestorsOf(state, pid)].every((id) => granted.rules.has(id))
  if (!granted.super && !isGranted) throw accessError('access.rule_parent')
}

/** Names differ by more than case; an admin who lacks a right cannot create another rule with its name. */
function refuseName(
  scope: Scope,
  context: GrantContext,
  { given }: RuleChange,
  derivedRules: DerivedRules,
  id: number | null,
): void {
  const name = (given.get('name') ?? '').toLowerCase()
  const isTaken = [...context.state.rules.values()].some((rule) => rule.id !== id && rule.name.toLowerCase() === name)
  const model = scope.registry.byId('system/admin_rule')
  if (isTaken && model) refuseProblems(scope, new Map([['name', duplicate(model, 'name', new Map(given.entries()))]]))
  // Guard T23: no second rule stands for a right one lacks.
  if (derivedRules.has(name) && !context.granted.super && !context.granted.nodes.has(name))
    throw fieldError(scope, 'name', 'access.rule_reserved')
}

/** Groups with the parent of a new rule receive the rule; groups with a moved rule receive its new ancestors. */
async function grantToGroups(trx: SystemTransaction, { action, ids, changed }: CompletedWrite): Promise<void> {
  if (action !== 'add' && !(action === 'edit' && changed.has('pid'))) return
  const state = await readAccess(trx)
  const [rule] = ids.flatMap((id) => state.rules.get(id) ?? [])
  if (!rule || rule.pid === null) return
  const { id, pid } = rule
  const [needed, gained] = action === 'add' ? [pid, [id]] : [id, ancestorsOf(state, id)]
  for (const group of state.groups.values()) {
    const missing = group.rules.includes(needed) ? gained.filter((one) => !group.rules.includes(one)) : []
    if (missing.length > 0)
      await trx
        .updateTable('admin_group')
        .set({ rules: JSON.stringify([...group.rules, ...missing].sort((one, other) => one - other)) })
        .where('id', '=', group.id)
        .execute()
  }
}

async function rulesNamed(
  { database, language }: Scope,
  text: string,
  derivedRules: DerivedRules,
): Promise<readonly number[]> {
  const { rules } = await readAccess(database.query)
  const part = text.toLowerCase()
  return [...rules.values()]
    .filter(({ row, name }) => `${titleOf(row, derivedRules, language)}\n${name}`.toLowerCase().includes(part))
    .map((rule) => rule.id)
}

/** The rules the actor has; a selection of a parent offers only folders and pages. */
async function accessibleRules({ actor, database }: Scope, query: ListQuery | null): Promise<readonly number[] | null> {
  const isChoice = query?.select === true && (query.init?.values.length ?? 0) === 0
  if ((!actor || actor.super) && !isChoice) return null
  const state = await readAccess(database.query)
  const granted = actor ? grantedBy(state, actor.groups).rules : new Set(state.rules.keys())
  return [...granted].filter((id) => !isChoice || state.rules.get(id)?.row.type !== 'button')
}

/** What groups add to the operations on records. */
import type { Language, ListQuery } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { idsIn } from '../../records/relations/names.ts'
import {
  refuseAboveOwnRights,
  accessError,
  refuseLosingLastSuperAdmin,
  readGrantContext,
  type GrantContext,
} from './privilege-guard.ts'
import { bumpAccessVersion } from '../../operation/access/access-version.ts'
import {
  grantedBy,
  isBelow,
  parseList,
  readAccess,
  withAncestors,
  type Group,
} from '../../operation/access/access-state.ts'
import { titleOf } from '../permissions/menu.ts'
import type { DerivedRules } from '../permissions/derived-rules.ts'
import type { Change, Hooks, Scope, SentRow } from './types.ts'

type GroupChange = Change<'system/admin_group'>
type GroupRow = SystemRow<'admin_group'>

const everything = JSON.stringify(['*'])

export function groupHooks(derivedRules: DerivedRules): Hooks<'system/admin_group'> {
  return {
    prepareBody: async (_scope, _model, change) => bodyOf(change),
    beforeWrite: (_scope, trx) => bumpAccessVersion(trx),
    async beforeCreate(scope, trx, change) {
      const context = await readGrantContext(scope, trx)
      refuseParent(context, change)
      resolveRules(context, change, null)
    },
    beforeUpdate: refuseEdit,
    async beforeRemove(scope, trx, ids) {
      const context = await readGrantContext(scope, trx)
      for (const id of ids) refuseUnmanageable(context, id)
    },
    afterWrite: async (_scope, trx, { action }) => (action === 'add' ? undefined : refuseLosingLastSuperAdmin(trx)),
    async restrictRows(scope, query) {
      const ids = await accessibleGroups(scope, query)
      const matches = query && query.quickSearch !== '' ? await groupsNamed(scope, query.quickSearch) : null
      return { ...(ids && { ids }), ...(matches && { matches }) }
    },
    present: (scope, rows, purpose) =>
      purpose === 'edit' ? presentEdit(scope, rows, derivedRules) : presentList(scope, rows, derivedRules),
  }
}

/**
 * `*` is not an id, so it bypasses the check of ids; missing rules, or the text that a list shows, leave the column
 * unchanged.
 */
function bodyOf({ body, overrides }: GroupChange): GroupChange['body'] {
  const { rules, ...rest } = body
  if (Array.isArray(rules) && rules.includes('*')) {
    overrides.set('rules', everything)
    return rest
  }
  const isGiven = Array.isArray(rules)
    ? rules.length > 0
    : typeof rules === 'string' && /^[\d, ]*\d[\d, ]*$/.test(rules)
  return isGiven ? body : rest
}

async function refuseEdit(scope: Scope, trx: SystemTransaction, change: GroupChange, current: GroupRow): Promise<void> {
  const context = await readGrantContext(scope, trx)
  refuseUnmanageable(context, current.id)
  if (change.given.has('pid') && change.given.get('pid') !== current.pid) refuseParent(context, change)
  resolveRules(context, change, current)
}

function refuseUnmanageable(context: GrantContext, id: number): void {
  // Guard T23: one's own group is not one's to change.
  if (context.groups.includes(id)) throw accessError('access.own_group')
  refuseAboveOwnRights(context, [id], 'access.superior')
}

/** The parent of a group has to be visible to the actor: one of the actor's groups, or one below the actor's rights. */
function refuseParent(context: GrantContext, { given }: GroupChange): void {
  const pid = given.get('pid') ?? null
  if (pid !== null && !context.groups.includes(pid)) refuseAboveOwnRights(context, [pid], 'access.superior')
}

/** Rules are stored with all their ancestors; all existing rules are stored as `*`. */
function resolveRules(context: GrantContext, { given, overrides }: GroupChange, current: GroupRow | null): void {
  const { state, granted } = context
  if (overrides.get('rules') === everything) {
    if (!granted.super) throw accessError('access.lacking')
    return
  }
  if (!given.has('rules')) return
  const rules = withAncestors(state, parseList(given.get('rules')).map(Number))
  // Guard T23: no group gets what its maker lacks.
  if (!granted.super && !rules.every((id) => granted.rules.has(id))) throw accessError('access.lacking')
  // Guard T23: no group gets all its maker has.
  if (!granted.super && rules.length >= granted.rules.size) throw accessError('access.all_own')
  const text = granted.super && rules.length === state.rules.size ? everything : JSON.stringify(rules)
  const isSame = current !== null && isSameRules(current.rules, rules)
  given.set('rules', isSame ? current.rules : rules.length === 0 ? null : text)
}

const isSameRules = (stored: unknown, rules: readonly number[]): boolean =>
  JSON.stringify([...parseList(stored)].map(Number).sort((one, other) => one - other)) === JSON.stringify(rules)

async function groupsNamed({ database }: Scope, text: string): Promise<readonly number[]> {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const { groups } = await readAccess(database.query)
  return [...groups.values()]
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .map((group) => group.id)
}

/**
 * The actor's groups and those below; a selection offers only enabled ones, except for labels of values selected
 * earlier.
 */
async function accessibleGroups(
  { actor, database }: Scope,
  query: ListQuery | null,
): Promise<readonly number[] | null> {
  const isChoice = query?.select === true && (query.init?.values.length ?? 0) === 0
  if ((!actor || actor.super) && !isChoice) return null
  const state = await readAccess(database.query)
  const granted = actor ? grantedBy(state, actor.groups) : null
  const isOpen = (group: Group): boolean =>
    granted === null ||
    granted.super ||
    isBelow(state, group, granted) ||
    (query?.absoluteAuth !== true && actor?.groups.includes(group.id) === true)
  return [...state.groups.values()]
    .filter((group) => isOpen(group) && (!isChoice || group.enabled))
    .map((group) => group.id)
}

/** Ids as texts without the ancestors of others: the tree of BuildAdmin's client marks ancestors automatically. */
async function presentEdit(
  { database, language }: Scope,
  rows: readonly SentRow<'system/admin_group'>[],
  derivedRules: DerivedRules,
): Promise<void> {
  const { rules } = await readAccess(database.query)
  for (const row of rows) {
    const listed: readonly unknown[] = row.rules ?? []
    if (listed.includes('*')) continue
    const ids = idsIn(listed)
    const parents = new Set(ids.map((id) => rules.get(id)?.pid ?? null))
    const shown = ids.filter((id) => !parents.has(id))
    row.rulesRecords = shown
      .flatMap((id) => rules.get(id) ?? [])
      .map((rule) => ({ id: rule.id, title: titleOf(rule.row, derivedRules, language) }))
    Object.assign(row, { rules: shown.map(String) })
  }
}

async function presentList(
  { database, language }: Scope,
  rows: readonly SentRow<'system/admin_group'>[],
  derivedRules: DerivedRules,
): Promise<void> {
  if (!rows.some((row) => Object.hasOwn(row, 'rules'))) return
  const state = await readAccess(database.query)
  const first = (ids: readonly number[]): string => {
    const id = ids.find((one) => state.rules.get(one)?.pid === null) ?? ids[0]
    const rule = id === undefined ? undefined : state.rules.get(id)
    return rule ? titleOf(rule.row, derivedRules, language) : `#${id}`
  }
  for (const row of rows) {
    Object.assign(row, { rules: displayText(row.rules ?? [], first, language) })
    delete row.rulesRecords
  }
}

function displayText(rules: readonly unknown[], first: (ids: readonly number[]) => string, language: Language): string {
  if (rules.includes('*')) return t(language, 'access.all')
  const ids = idsIn(rules)
  if (ids.length === 0) return t(language, 'access.none')
  return ids.length === 1 ? first(ids) : t(language, 'access.some', { first: first(ids), count: ids.length })
}

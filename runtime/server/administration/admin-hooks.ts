/** What accounts add to the operations on records. */
import { formatSeconds } from '../../protocol/index.ts'
import type { Row, Transaction } from '../db/tables.ts'
import type { Hooks, Scope } from '../operation/scope.ts'
import type { Change } from '../operation/change.ts'
import { hashPassword, passwordShape } from '../session/password.ts'
import { endSessions } from '../session/sessions.ts'
import {
  readGroupsOf,
  refuseAboveOwnRights,
  accessError,
  fieldError,
  refuseLosingLastSuperAdmin,
  readGrantContext,
  type GrantContext,
} from './privilege-guard.ts'
import { bumpAccessVersion } from '../access/access-version.ts'
import { areBelow, grantedBy, parseList, readAccess } from '../access/state.ts'

export const adminHooks: Hooks = {
  async prepareBody(scope, _model, change) {
    const { password } = change.body
    // A text that breaks the password rule is left to the checks, which report it.
    if (typeof password === 'string' && passwordShape.test(password))
      change.overrides.set('password', await hashPassword(password))
    const groups = change.body['group_arr']
    if ((change.id === null || groups !== undefined) && (!Array.isArray(groups) || groups.length === 0))
      throw fieldError(scope, 'group_arr', 'required')
    return change.body
  },
  beforeWrite: (_scope, trx) => bumpAccessVersion(trx),
  async beforeCreate(scope, trx, { given }) {
    refuseAboveOwnRights(
      await readGrantContext(scope, trx),
      parseList(given.get('group_arr')).map(Number),
      'access.lacking',
    )
  },
  beforeUpdate: refuseEdit,
  async beforeRemove(scope, trx, ids) {
    const context = await readGrantContext(scope, trx)
    if (ids.some((id) => id === context.id)) throw accessError('access.self_delete')
    for (const id of ids) refuseAboveOwnRights(context, await readGroupsOf(trx, id), 'access.superior')
  },
  async afterWrite({ actor }, trx, { action, ids, changed }) {
    const isCut = action === 'edit' && (changed.has('password') || changed.has('group_arr') || changed.has('status'))
    if (isCut) for (const id of ids) await endSessions(trx, id, id === actor?.id ? actor.tokenId : null)
    if (action !== 'add') await refuseLosingLastSuperAdmin(trx)
  },
  async accessibleIds(scope) {
    const { actor, database } = scope
    if (!actor || actor.super) return null
    const state = await readAccess(database.query)
    const held = grantedBy(state, actor.groups)
    const rows = await database.query.selectFrom('admin').select(['id', 'group_arr']).execute()
    return rows
      .filter((row) => row['id'] === actor.id || areBelow(state, parseList(row['group_arr']).map(Number), held))
      .map((row) => Number(row['id']))
  },
  async present({ settings }, rows, purpose) {
    for (const row of rows) {
      if (Object.hasOwn(row, 'groupArrRecords'))
        row['group_name_arr'] = (row['groupArrRecords'] as readonly { readonly name?: unknown }[]).map(
          (group) => group.name,
        )
      if (Object.hasOwn(row, 'last_login_time'))
        row['last_login_time'] =
          typeof row['last_login_time'] === 'number' ? formatSeconds(row['last_login_time'], settings.timeZone) : ''
      if (purpose === 'edit') row['password'] = ''
    }
  },
}

/** Admins who edit their own account can change neither its groups nor its status. */
async function refuseEdit(scope: Scope, trx: Transaction, change: Change, current: Row): Promise<void> {
  const context = await readGrantContext(scope, trx)
  const before = parseList(current['group_arr']).map(Number)
  const after = change.given.has('group_arr') ? parseList(change.given.get('group_arr')).map(Number) : before
  if (change.id === context.id) return refuseOwnEdit(change, current, isSame(before, after))
  refuseAboveOwnRights(context, before, 'access.superior')
  refuseGrant(context, before, after)
}

function refuseOwnEdit({ given }: Change, current: Row, sameGroups: boolean): void {
  if (!sameGroups) throw accessError('access.self_groups')
  if (given.has('status') && given.get('status') !== current['status']) throw accessError('access.self_disable')
}

function refuseGrant(context: GrantContext, before: readonly number[], after: readonly number[]): void {
  refuseAboveOwnRights(
    context,
    after.filter((id) => !before.includes(id)),
    'access.lacking',
  )
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

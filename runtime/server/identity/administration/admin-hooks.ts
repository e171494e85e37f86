/** What accounts add to the operations on records. */
import { formatSeconds } from '../../../protocol/index.ts'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { hashPassword } from '../session/password.ts'
import { newPasswordProblem } from '../session/password/password-rule.ts'
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
import { bumpAccessVersion } from '../../operation/access/access-version.ts'
import { findSimilarName } from '../../operation/access/account-names.ts'
import { areBelow, grantedBy, parseList, readAccess } from '../../operation/access/access-state.ts'
import type { Change, Hooks, Scope } from './types.ts'

export const adminHooks: Hooks<'system/admin'> = {
  async prepareBody(scope, _model, change) {
    const { password, group_arr: groups } = change.body
    // What is no text is left to the checks, which report it.
    if (typeof password === 'string' && password !== '') {
      const problem = newPasswordProblem(password)
      if (problem !== null) throw fieldError(scope, 'password', problem)
      // Only there the current one is asked for.
      // Guard T33: an own password is not changed past its check.
      if (change.id === scope.actor?.id) throw fieldError(scope, 'password', 'password.own_profile')
      change.overrides.set('password', await hashPassword(password))
    }
    if ((change.id === null || groups !== undefined) && (!Array.isArray(groups) || groups.length === 0))
      throw fieldError(scope, 'group_arr', 'required')
    return change.body
  },
  // Guard T23: rights are read again behind the lock.
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
    // Guard T23: nobody deletes himself.
    if (ids.some((id) => id === context.id)) throw accessError('access.self_delete')
    for (const id of ids) refuseAboveOwnRights(context, await readGroupsOf(trx, id), 'access.superior')
  },
  async afterWrite(scope, trx, { action, ids, changed }) {
    const { actor } = scope
    if (action === 'add' || action === 'restore' || changed.has('username')) await refuseSimilarNames(scope, trx, ids)
    // Guard T33: sessions end with password, groups and state.
    // Without: const isCut = ids.length < 0 && (changed.has('password') || changed.has('group_arr') ||
    // changed.has('status'))
    const isCut = action === 'edit' && (changed.has('password') || changed.has('group_arr') || changed.has('status'))
    if (isCut) for (const id of ids) await endSessions(trx, id, id === actor?.id ? actor.tokenId : null)
    if (action !== 'add') await refuseLosingLastSuperAdmin(trx)
  },
  async restrictRows({ actor, database }) {
    if (!actor || actor.super) return {}
    const state = await readAccess(database.query)
    const granted = grantedBy(state, actor.groups)
    const rows = await database.query.selectFrom('admin').select(['id', 'group_arr']).execute()
    const ids = rows
      .filter((row) => row.id === actor.id || areBelow(state, parseList(row.group_arr).map(Number), granted))
      .map((row) => row.id)
    return { ids }
  },
  async present({ settings }, rows, purpose) {
    for (const row of rows) {
      const { groupArrRecords: groups, last_login_time: last } = row
      Object.assign(row, {
        ...(groups && { group_name_arr: groups.map((group) => group.name) }),
        ...(last !== undefined && { last_login_time: last === null ? '' : formatSeconds(last, settings.timeZone) }),
        ...(purpose === 'edit' && { password: '' }),
      })
    }
  },
}

/** No other change of an account is made meanwhile: each increments the access version first. */
async function refuseSimilarNames(scope: Scope, trx: SystemTransaction, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const { username } = await trx.selectFrom('admin').select('username').where('id', '=', id).executeTakeFirstOrThrow()
    const other = await findSimilarName(trx, { table: 'admin', column: 'username' }, username, id)
    // Guard T23: no name of an administrator differs from another in case only.
    if (other !== null) throw nameTaken(scope, other)
  }
}

const nameTaken = ({ language }: Scope, value: string): OperationError =>
  new OperationError('duplicate', {
    errors: { username: describeFieldProblem(language, { rule: 'duplicate', params: { value } }) },
  })

/** Admins who edit their own account can change neither its groups nor its status. */
async function refuseEdit(
  scope: Scope,
  trx: SystemTransaction,
  change: Change<'system/admin'>,
  current: SystemRow<'admin'>,
): Promise<void> {
  const context = await readGrantContext(scope, trx)
  const before = parseList(current.group_arr).map(Number)
  const after = change.given.has('group_arr') ? parseList(change.given.get('group_arr')).map(Number) : before
  if (change.id === context.id) return refuseOwnEdit(scope, change, current, isSame(before, after))
  refuseAboveOwnRights(context, before, 'access.superior')
  refuseGrant(context, before, after)
}

function refuseOwnEdit(
  scope: Scope,
  { given }: Change<'system/admin'>,
  current: SystemRow<'admin'>,
  sameGroups: boolean,
): void {
  // Guard T23: nobody regroups himself.
  if (!sameGroups) throw accessError('access.self_groups')
  // Guard T23: nobody disables himself.
  if (given.has('status') && given.get('status') !== current.status) throw accessError('access.self_disable')
  // Only there the password is asked for.
  if (given.has('email') && (given.get('email') ?? '') !== (current.email ?? ''))
    // Guard T33: no administrator changes the own address past the profile.
    throw fieldError(scope, 'email', 'email.own_profile')
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

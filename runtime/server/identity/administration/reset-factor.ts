/**
 * Resetting the second factor of another account whose owner lost phone and recovery codes. Who may reset it could use
 * it to sign in with a password alone, so it has its own right, and accounts with the same or more rights are refused.
 */
import { t } from '../../../i18n/i18n.ts'
import { bumpAccessVersion } from '../../operation/access/access-version.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { idOf } from '../../records/read-id.ts'
import { findAdmin } from '../session/admins.ts'
import { clearFactor } from '../session/second-factor/enrolment.ts'
import { endSessions, lockAccount } from '../session/sessions.ts'
import { canManageAdmin } from './can-manage-admin.ts'
import { accessError, readGrantContext, readGroupsOf, refuseAboveOwnRights } from './privilege-guard.ts'
import type { Scope } from './types.ts'

export const resetFactorRoute: Route = defineRoute({
  area: 'admin',
  controller: 'auth.Admin',
  action: 'resetFactor',
  method: 'POST',
  login: 'admin',
  node: 'auth/admin/resetFactor',
  handler: async (scope) => {
    await resetFactor(scope, idOf(scope.body['id']))
    return { msg: t(scope.language, 'factor.reset'), data: null }
  },
})

/**
 * Removes the factor and ends all sessions of the account. Locks the access version, then the account.
 * @param adminId null = no such account. Throws an OperationError `not_found` for accounts out of reach as well, and
 * `bad_state` for one's own account, which has another way, and for one without a factor.
 */
async function resetFactor(scope: Scope, adminId: number | null): Promise<void> {
  if (
    adminId === null ||
    // Guard T33: nobody resets the second factor of accounts with more rights.
    !(await canManageAdmin(scope, adminId))
  )
    throw new OperationError('not_found')
  await scope.database.write(async (trx: SystemTransaction) => {
    await bumpAccessVersion(trx)
    const context = await readGrantContext(scope, trx)
    // Guard T33: nobody resets their own second factor.
    if (adminId === context.id) throw accessError('factor.reset_self')
    refuseAboveOwnRights(context, await readGroupsOf(trx, adminId), 'access.superior')
    const account = await lockAccount(trx, adminId)
    if (!account) throw new OperationError('not_found')
    if (account.totp_time === null) throw accessError('factor.reset_none')
    await clearFactor(trx, adminId)
    // Guard T33: a reset of the second factor ends the sessions.
    await endSessions(trx, adminId)
    await scope.audit?.(trx, { title: reset, data: { id: adminId, username: account.username } })
  })
}

/**
 * The same from the command line, where nobody is signed in: the way out when no administrator can sign in any more.
 * @returns false when no account of that name has a factor
 */
export async function resetFactorOf(scope: Scope, username: string): Promise<boolean> {
  const account = await findAdmin(scope.database, 'username', username)
  if (!account || account.totp_time === null) return false
  await resetFactor(scope, account.id)
  return true
}

const reset = { 'zh-cn': '管理员-重置双重验证', en: 'Administrators: reset second factor' } as const

/**
 * Changing one's own password. It requires the current one, so that an unattended browser or a stolen token is not
 * enough to take an account over; guesses are counted like those of signing in.
 */
import { t } from '../../../../i18n/i18n.ts'
import type { SystemTransaction } from '../../../operation/access/system-tables.ts'
import { nowSeconds } from '../../../core/clock.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import type { Scope } from '../../../operation/scope.ts'
import { hashPassword } from '../password.ts'
import { endSessions, lockAccount } from '../sessions.ts'
import { recordNewPassword } from './new-password.ts'
import { newPasswordProblem } from './password-rule.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

export interface PasswordChange {
  readonly current: unknown
  readonly fresh: unknown
}

/**
 * Stores the new password and ends all other sessions of the account. Locks the row of the account.
 * Throws an OperationError `invalid` with the errors by field, or with the minutes to wait.
 * @param tokenId the access token that asked; its session stays
 */
export async function changePassword(
  scope: Scope,
  adminId: number,
  tokenId: number,
  { current, fresh }: PasswordChange,
): Promise<void> {
  const text = typeof fresh === 'string' ? fresh : ''
  const problem = newPasswordProblem(text)
  const refuse = (field: 'current_password' | 'password', key: Parameters<typeof t>[1]): OperationError =>
    new OperationError('invalid', { errors: { [field]: t(scope.language, key) } })
  if (typeof current !== 'string' || current === '') throw refuse('current_password', 'password.current_required')
  if (problem !== null) throw refuse('password', problem)
  const stored = await verifyOwnPassword(scope, adminId, current)
  if (text === current) throw refuse('password', 'password.same')
  const password = await hashPassword(text)
  await scope.database.write(async (trx: SystemTransaction) => {
    const updated = await trx
      .updateTable('admin')
      .set(({ eb, ref }) => ({
        password,
        must_change_password: 0,
        update_time: nowSeconds(),
        version: eb(ref('version'), '+', 1),
      }))
      .where('id', '=', adminId)
      .where('password', '=', stored)
      .executeTakeFirst()
    // Another request was faster.
    if (updated.numUpdatedRows === 0n) throw refuse('current_password', 'password.current_wrong')
    await recordNewPassword(
      scope,
      trx,
      { ...(await lockAccount(trx, adminId)), id: adminId, password: stored },
      password,
    )
    // Guard T33: a password of one's own ends the other sessions.
    await endSessions(trx, adminId, tokenId)
    await scope.audit?.(trx, { title: changed })
  })
}

const changed = { 'zh-cn': '个人资料-修改密码', en: 'My profile: change password' } as const

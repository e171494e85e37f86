/** Setting a new password with a code that was sent by mail. It signs nobody in: a second factor is still asked for. */
import { t } from '../../../../i18n/i18n.ts'
import type { SystemTransaction } from '../../../operation/access/system-tables.ts'
import { enabledStatus } from '../../../operation/access/access-state.ts'
import { nowSeconds } from '../../../core/clock.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import { countCode } from '../../../operation/limits/messages.ts'
import { traceRefusal } from '../../../operation/limits/refusal-log.ts'
import { clearFailures } from '../../../operation/limits/throttle.ts'
import type { Scope } from '../../../operation/scope.ts'
import { hashPassword } from '../password.ts'
import { recordNewPassword } from '../password/new-password.ts'
import { newPasswordProblem } from '../password/password-rule.ts'
import { endSessions, lockAccount } from '../sessions.ts'
import { signInKeys } from '../sign-in-limits.ts'
import { accountOfCode, accountsNamed, isCodeAwaited, receiversOf } from './codes.ts'
import { passwordRecovered } from './messages.ts'

export interface PasswordReset {
  /** A username or an email address, as it was entered when the code was asked for. */
  readonly account: string
  readonly code: string
  readonly password: string
  /** Address of the visitor. */
  readonly ip: string
}

/**
 * Stores the new password, uses the code up and ends all sessions of the account. Wrong codes are counted while one was
 * asked for, for accounts that do not exist as well. Locks the row of the account, then its sessions and codes.
 * @throws OperationError `invalid` with the errors by field, or with the minutes to wait
 */
export async function resetPassword(scope: Scope, { account, code, password, ip }: PasswordReset): Promise<void> {
  const { database, language, mailer, settings } = scope
  const refuse = (errors: Readonly<Record<string, string>>): OperationError => new OperationError('invalid', { errors })
  const problem = newPasswordProblem(password)
  const errors = {
    ...(account === '' && { account: t(language, 'recovery.account_required') }),
    ...(code === '' && { recovery_code: t(language, 'recovery.code_required') }),
    ...(problem !== null && { password: t(language, problem) }),
  }
  if (Object.keys(errors).length > 0) throw refuse(errors)
  const named = await accountsNamed(database, account)
  const receivers = receiversOf(named, account)
  const { wait, keys } = await countCode(database, receivers, await isCodeAwaited(database, named, receivers))
  // Guard T36: guesses of recovery codes are counted.
  if (wait > 0) throw new OperationError('invalid', { text: 'session.wait', params: { minutes: Math.ceil(wait / 60) } })
  const wrong = (): OperationError => refuse({ recovery_code: t(language, 'recovery.code_wrong') })
  const adminId = await accountOfCode(
    database.query,
    named.map(({ id }) => id),
    code,
  )
  if (adminId === null) {
    const [one] = named
    const owner = one ? ({ kind: 'admin', id: one.id } as const) : null
    await traceRefusal(scope, { what: 'recovery', owner, ip, ...(one && { username: one.username }) })
    throw wrong()
  }
  const hash = await hashPassword(password)
  const username = await database.write(async (trx: SystemTransaction) => {
    const admin = await lockAccount(trx, adminId)
    // Another request was faster, or the account has changed meanwhile. Whoever spends a code locks its account first.
    if (
      admin?.status !== enabledStatus ||
      // Guard T33: a code of recovery is used once.
      (await accountOfCode(trx, [adminId], code)) === null
    )
      throw wrong()
    await trx
      .updateTable('admin')
      .set(({ eb, ref }) => ({
        password: hash,
        must_change_password: 0,
        update_time: nowSeconds(),
        version: eb(ref('version'), '+', 1),
      }))
      .where('id', '=', adminId)
      .execute()
    await recordNewPassword(scope, trx, admin, hash)
    // The codes of the account go with its sessions.
    // Guard T30: a new password by a code ends all sessions and codes.
    await endSessions(trx, adminId)
    await scope.audit?.(trx, { title: recovered, admin: { id: adminId, username: admin.username } })
    if (mailer?.canDeliver(settings) && mailer.isAddress(admin.email ?? ''))
      await mailer.send(settings, trx, {
        to: admin.email ?? '',
        message: passwordRecovered,
        language,
        values: { username: admin.username },
      })
    return admin.username
  })
  // Afterwards: counters come between sessions and tokens in the lock order.
  const { account: everywhere, local } = signInKeys('admin', {
    found: { id: adminId, username },
    name: username,
    ip,
  })
  for (const counter of [everywhere, local, ...keys])
    await database.write((trx: SystemTransaction) => clearFailures(trx, counter))
}

const recovered = { 'zh-cn': '找回密码', en: 'Recover password' } as const

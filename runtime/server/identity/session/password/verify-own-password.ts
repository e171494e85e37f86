/** Asking for the current password of one's own account before its sign-in changes; guesses are counted. */
import type { SystemTransaction } from '../../../operation/access/system-tables.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import { t } from '../../../../i18n/i18n.ts'
import type { Owner } from '../../../operation/access/member.ts'
import { limitKey } from '../../../operation/limits/limit-key.ts'
import { traceRefusal } from '../../../operation/limits/refusal-log.ts'
import { clearFailures, countTry, signInRule } from '../../../operation/limits/throttle.ts'
import type { Scope } from '../../../operation/scope.ts'
import { findAdmin } from '../admins.ts'
import { verifyPassword } from '../password.ts'

type OwnScope = Pick<Scope, 'database' | 'language' | 'audit' | 'origin'>

/**
 * Checks the current password of the account; wrong ones are counted, and after ten the next one has to wait.
 * @param password as it was sent in the field `current_password`
 * @returns the stored hash. Throws an OperationError `invalid` with the error of the field, or with the minutes to
 * wait.
 */
export async function verifyOwnPassword(
  { database, language, audit, origin }: OwnScope,
  adminId: number,
  password: unknown,
): Promise<string> {
  const admin = await findAdmin(database, 'id', adminId)
  const stored = admin?.password ?? null
  await verifyStoredPassword(
    { database, language, ...(audit && { audit }), ...(origin && { origin }) },
    { owner: { kind: 'admin', id: adminId }, stored, password, field: 'current_password' },
  )
  return stored ?? ''
}

export interface PasswordCheck {
  /** Whose password it is, under whom wrong ones are counted. */
  readonly owner: Owner
  /** The hash; null = there is no such account. */
  readonly stored: string | null
  readonly password: unknown
  /** The input it was entered in. */
  readonly field: string
}

/**
 * Checks the current password of any account; wrong ones are counted, and after ten the next one has to wait.
 * @throws an OperationError `invalid` with the error of the field, or with the minutes to wait
 */
export async function verifyStoredPassword(
  { database, language, audit, origin }: OwnScope,
  { owner, stored, password, field }: PasswordCheck,
): Promise<void> {
  const refuse = (problem: 'password.current_required' | 'password.current_wrong'): OperationError =>
    new OperationError('invalid', { errors: { [field]: t(language, problem) } })
  if (typeof password !== 'string' || password === '') throw refuse('password.current_required')
  const key = limitKey('own password', owner)
  // Guard T35: and its guesses are counted.
  // Without: const wait = 0
  const { wait } = await countTry(database, [key], signInRule)
  if (wait > 0) throw new OperationError('invalid', { text: 'session.wait', params: { minutes: Math.ceil(wait / 60) } })
  // Guard T35: the current password is checked.
  if (!(await verifyPassword(stored, password))) {
    await traceRefusal({ database, audit }, { what: 'ownPassword', owner, ip: origin?.ip ?? '' })
    throw refuse('password.current_wrong')
  }
  await database.write((trx: SystemTransaction) => clearFailures(trx, key))
}

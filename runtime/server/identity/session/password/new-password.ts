import type { Language } from '../../../../protocol/index.ts'
import { t } from '../../../../i18n/i18n.ts'
import type { SystemRow, SystemTransaction } from '../../../operation/access/system-tables.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import type { Scope } from '../../../operation/scope.ts'
import { recordChanges } from '../../../records/recovery/write-log.ts'
import { hashPassword } from '../password.ts'
import { newPasswordProblem } from './password-rule.ts'

/**
 * The hash of a password that somebody chose.
 * @param field the input it was entered in
 * @throws an OperationError `invalid` with the error of that input when it breaks the rule
 */
export async function hashNewPassword(language: Language, password: string, field = 'password'): Promise<string> {
  checkNewPassword(language, password, field)
  return hashPassword(password)
}

/**
 * The rule alone, for forms that check all their fields before anything costs time.
 * @throws an OperationError `invalid` with the error of the input when the password breaks the rule
 */
export function checkNewPassword(language: Language, password: string, field = 'password'): void {
  const problem = newPasswordProblem(password)
  if (problem !== null) throw new OperationError('invalid', { errors: { [field]: t(language, problem) } })
}

/** Where passwords are watched, the log says that it changed, never what it was. Call it when the account is locked. */
export const recordNewPassword = (
  scope: Scope,
  trx: SystemTransaction,
  before: Partial<SystemRow<'admin'>>,
  password: string,
): Promise<void> => recordChanges(scope, scope.registry.require('system/admin'), trx, [{ before, after: { password } }])

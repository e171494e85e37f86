import type { Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../errors/operation-error.ts'
import { hashPassword } from '../password.ts'
import { newPasswordProblem } from './password-rule.ts'

/**
 * The hash of a password that somebody chose.
 * @param field the input it was entered in
 * @throws an OperationError `invalid` with the error of that input when it breaks the rule
 */
export async function hashNewPassword(language: Language, password: string, field = 'password'): Promise<string> {
  const problem = newPasswordProblem(password)
  if (problem !== null) throw new OperationError('invalid', { errors: { [field]: t(language, problem) } })
  return hashPassword(password)
}

/** What a new password has to be. Passwords that were chosen under earlier rules still sign in. */
import type { TextKey } from '../../../../protocol/index.ts'
import { mostUsedPasswords } from './most-used.ts'

/** 8 to 64 characters of any kind. */
const newShape = /^.{8,64}$/su

/** What can be the password of an account: earlier rules accepted six characters. */
export const anyPassword = /^.{6,64}$/su

/** Why the text cannot be a new password, null when it can. */
export function newPasswordProblem(password: string): TextKey | null {
  if (!newShape.test(password)) return 'field.password'
  return mostUsedPasswords.has(password.toLowerCase()) ? 'field.password_common' : null
}

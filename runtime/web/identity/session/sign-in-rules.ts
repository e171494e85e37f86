/** Validates the sign-in form before the request is sent. */
import type { fieldRules, FieldProblem } from '../../../protocol/index.ts'
import type { ShellKey } from '../../core/i18n/shell-texts.ts'

export type SignInField = 'username' | 'password'
export type SignInProblem =
  | { readonly key: ShellKey }
  | { readonly problem: FieldProblem & { readonly rule: keyof typeof fieldRules } }

const account = /^[A-Za-z][A-Za-z0-9_]{2,14}$/

/** The problem of a value, null when it may be sent. */
export function signInProblem(field: SignInField, value: string): SignInProblem | null {
  if (value === '') return { key: field === 'username' ? 'signIn.usernameRequired' : 'signIn.passwordRequired' }
  // What a password has to be is checked when it is chosen; earlier rules allowed others.
  return field === 'password' || account.test(value) ? null : { problem: { rule: 'account' } }
}

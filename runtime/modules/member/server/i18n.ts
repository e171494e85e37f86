import type { Language } from 'tablewright/protocol'
import { interpolate, type TextParams } from 'tablewright/server'
import { memberMessages, type MemberMessageKey } from '../../../../generated/member/messages.ts'

/** The text of a key with its `{{name}}` places filled in. */
export function t(language: Language, key: MemberMessageKey, params: TextParams = {}): string {
  return interpolate(memberMessages[key], params)[language]
}

import type { Language } from 'tablewright/protocol'
import { interpolate, type TextParams } from 'tablewright/server'
import { mailMessages, type MailMessageKey } from '../../../../generated/mail/messages.ts'

/** The text of a key with its `{{name}}` places filled in. */
export function t(language: Language, key: MailMessageKey, params: TextParams = {}): string {
  return interpolate(mailMessages[key], params)[language]
}

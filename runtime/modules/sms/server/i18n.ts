import type { Language } from 'tablewright/protocol'
import { interpolate, type TextParams } from 'tablewright/server'
import { smsMessages, type SmsMessageKey } from '../../../../generated/sms/messages.ts'

/** The text of a key with its `{{name}}` places filled in. */
export function t(language: Language, key: SmsMessageKey, params: TextParams = {}): string {
  return interpolate(smsMessages[key], params)[language]
}

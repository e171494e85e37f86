/** Sentences of the warehouse, in one language or in all of them. */
import type { Language, Text } from 'tablewright/protocol'
import { interpolate, type TextParams } from 'tablewright/server'
import { wmsMessages, type WmsMessageKey } from '../../../../generated/wms/messages.ts'

/** The text of a key with its `{{name}}` places filled in. */
export function t(language: Language, key: WmsMessageKey, params: TextParams = {}): string {
  return textOfAll(key, params)[language]
}

/** The same in every language. */
export function textOfAll(key: WmsMessageKey, params: TextParams = {}): Text {
  return interpolate(wmsMessages[key], params)
}

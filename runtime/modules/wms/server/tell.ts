/** Sentences of the warehouse, in one language or in all of them. */
import { languages, type Language, type Text } from 'tablewright/protocol'
import { wmsMessages, type WmsMessageKey } from '../../../../generated/wms/messages.ts'

type Params = Readonly<Record<string, string | number>>

/** The text of a key with its `{{name}}` places filled in. */
export function tell(language: Language, key: WmsMessageKey, params: Params = {}): string {
  return wmsMessages[key][language].replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(params[name] ?? place))
}

/** The same in every language. */
export function tellAll(key: WmsMessageKey, params: Params = {}): Text {
  return Object.fromEntries(languages.map((language) => [language, tell(language, key, params)])) as unknown as Text
}

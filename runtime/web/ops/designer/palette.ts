/** Ready-made fields: what each kind begins with. */
import type { TextKey } from './texts.ts'
import type { JsonObject } from './calls.ts'

export interface PaletteItem {
  readonly key: TextKey
  /** Name of the first field of that kind. */
  readonly name: string
  readonly schema: JsonObject
}

const yesNo: JsonObject = {
  enum: [0, 1],
  default: 0,
  'x-options': {
    no: { value: 0, 'x-label': { 'zh-cn': '否', en: 'No' } },
    yes: { value: 1, 'x-label': { 'zh-cn': '是', en: 'Yes' } },
  },
  'x-widget': 'switch',
}
const twoOptions: JsonObject = {
  enum: [10, 20],
  default: 10,
  'x-options': {
    first: { value: 10, 'x-label': { 'zh-cn': '选项一', en: 'Option 1' } },
    second: { value: 20, 'x-label': { 'zh-cn': '选项二', en: 'Option 2' } },
  },
}

export const paletteItems: readonly PaletteItem[] = [
  { key: 'kind.text', name: 'text', schema: { maxLength: 64 } },
  { key: 'kind.textarea', name: 'notes', schema: { maxLength: 1000 } },
  { key: 'kind.integer', name: 'number', schema: { type: 'integer' } },
  { key: 'kind.decimal', name: 'amount', schema: { 'x-scale': 2 } },
  { key: 'kind.switch', name: 'active', schema: yesNo },
  { key: 'kind.options', name: 'state', schema: twoOptions },
  { key: 'kind.date', name: 'day', schema: { format: 'date' } },
  { key: 'kind.datetime', name: 'moment', schema: { format: 'timestamp' } },
  { key: 'kind.image', name: 'image', schema: { format: 'image', maxLength: 255 } },
  { key: 'kind.file', name: 'file', schema: { format: 'file', maxLength: 255 } },
  { key: 'kind.html', name: 'content', schema: { format: 'html' } },
  { key: 'kind.email', name: 'email', schema: { format: 'email', maxLength: 128 } },
  { key: 'kind.url', name: 'link', schema: { format: 'url', maxLength: 500 } },
  { key: 'kind.color', name: 'color', schema: { format: 'color', maxLength: 50 } },
  { key: 'kind.tags', name: 'tags', schema: { items: { maxLength: 20 }, uniqueItems: true } },
]

const maxTexts = 50

/** Options for texts that records have, which stay as they are. */
export function textOptions(texts: readonly string[]): JsonObject {
  const names: string[] = []
  const options = texts.slice(0, maxTexts).map((text) => {
    const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
    const name = freeName(/^[a-z]/.test(words[0] ?? '') ? words.join('_').slice(0, 28) : 'option', names)
    names.push(name)
    return [name, { value: text, 'x-label': { 'zh-cn': text, en: text } }] as const
  })
  return { enum: options.map(([, { value }]) => value), 'x-options': Object.fromEntries(options) }
}

/** A reference needs another entity. */
export const referenceSchema = (to: string): JsonObject => ({ 'x-relation': to })

/** The first of `text`, `text_2`, `text_3` … that is free. */
export function freeName(name: string, names: readonly string[]): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}_${count}`
    if (!names.includes(candidate)) return candidate
  }
}

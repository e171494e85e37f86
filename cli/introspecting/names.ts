/** Names and labels of what a foreign database calls otherwise. */
import { createHash } from 'node:crypto'
import pluralize from 'pluralize'
import type { Text } from '../../runtime/protocol/index.ts'
import { sqlReservedWords, typescriptReservedWords } from '../../generator/check/names/reserved-words.ts'
import { camelCase } from '../../generator/source/names.ts'
import { words as dictionary } from './dictionary.ts'

/** Words of a name in any spelling: `InvoiceLine`, `invoice_line`, `Invoice Line`, `invoiceLINE2`. */
export function wordsOf(name: string): readonly string[] {
  return (
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** A name of the schema language, `warehouse_area`, unlike those that are taken; it is added to them. */
export function nameFor(
  original: string,
  names: Set<string>,
  options: { readonly fallback: string; readonly maxLength: number; readonly isEntity?: boolean },
): string {
  const ascii = wordsOf(original)
    .map((word) =>
      word
        .toLowerCase()
        .replaceAll(/[ßøæłđ]/g, spellOut)
        .replaceAll(/[^a-z0-9]/g, ''),
    )
    .filter((word) => word !== '')
    .join('_')
  const begun = /^[a-z]/.test(ascii) ? ascii : ascii === '' ? options.fallback : `${options.fallback}_${ascii}`
  const isReserved = options.isEntity
    ? typescriptReservedWords.has(camelCase(begun)) || sqlReservedWords.has(begun) || takenEntities.has(begun)
    : sqlReservedWords.has(begun) || begun === 'constructor' || begun === 'prototype'
  const base = shorten(isReserved ? `${begun}_${options.isEntity ? 'record' : 'value'}` : begun, options.maxLength)
  let name = base
  for (let count = 2; names.has(name); count++) name = `${shorten(base, options.maxLength - 4)}_${count}`
  names.add(name)
  return name
}

/** Letters that have no base letter. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd' }
const spellOut = (letter: string): string => spelled[letter] ?? ''

/** Files next to entities in `generated/`. */
const takenEntities = new Set(['index', 'messages', 'parts', 'enums', 'text', 'module', 'tables', 'entities'])

/** A long name keeps its beginning, and a digest tells it apart. */
function shorten(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 6)
  return `${name.slice(0, maxLength - 7).replace(/_+$/, '')}_${digest}`
}

/** Label of a field: "Billing address", and the same in Chinese where all words are known. */
export function labelOf(original: string, comment: string | undefined, isReference = false): Text {
  const all = wordsOf(original)
  const last = all.at(-1)?.toLowerCase()
  const words =
    isReference && all.length > 1 && (last === 'id' || last === 'fk' || last === 'key') ? all.slice(0, -1) : all
  return textOf(words, original, comment)
}

/** Labels of an entity: one record, and many. */
export function entityLabels(
  original: string,
  comment: string | undefined,
): { readonly one: Text; readonly many: Text } {
  const all = wordsOf(original)
  const rest = all.slice(0, -1)
  const last = all.at(-1) ?? original
  const isLatin = /^[\p{Script=Latin}\d]+$/u.test(last)
  const title = textOf([...rest, isLatin ? pluralize.singular(last) : last], original, comment)
  const many = textOf([...rest, isLatin ? pluralize.plural(last) : last], original, comment)
  return { one: title, many: { en: many.en, 'zh-cn': isChinese(title['zh-cn']) ? title['zh-cn'] : many['zh-cn'] } }
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** A short comment in Chinese is the label in Chinese, and a short one in English the label in English. */
function textOf(all: readonly string[], original: string, comment: string | undefined): Text {
  const short = comment !== undefined && comment.trim() !== '' && comment.trim().length <= 30 ? comment.trim() : null
  const plain = sentence(all) || original.slice(0, 100)
  const zh = short !== null && isChinese(short) ? short : translated(all)
  const en = short !== null && !isChinese(short) && /^[A-Z]/.test(short) ? short : plain
  return { 'zh-cn': zh ?? (isChinese(original) ? original : en), en }
}

/** Abbreviations keep their capitals. */
const abbreviations = new Set([
  'id',
  'url',
  'ip',
  'sku',
  'vat',
  'isbn',
  'uuid',
  'html',
  'json',
  'xml',
  'api',
  'gps',
  'po',
])

function sentence(all: readonly string[]): string {
  const text = all
    .map((word) => (abbreviations.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(' ')
  return (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, 100)
}

/** Null where a word is not known: half a translation would be worse than none. Two words may have one meaning. */
function translated(all: readonly string[]): string | null {
  let text = ''
  for (let index = 0; index < all.length;) {
    const [first = '', next = ''] = [all[index]?.toLowerCase(), all[index + 1]?.toLowerCase()]
    const phrase = dictionary[`${first} ${next}`]
    const word = phrase ?? dictionary[first] ?? dictionary[pluralize.singular(first)]
    if (word === undefined) return null
    text += word
    index += phrase === undefined ? 1 : 2
  }
  return text === '' ? null : text
}

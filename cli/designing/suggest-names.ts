/** Names of fields and entities that labels suggest: `商品备注` → `product_remark`, `shang_pin_bei_zhu`. */
import { pinyin } from 'pinyin-pro'
import type { Documents } from '../../generator/edit/document-editor.ts'
import { member, objectOf, type Json } from '../../generator/source/json.ts'
import { camelCase } from '../../generator/source/names.ts'
import { sqlReservedWords, typescriptReservedWords } from '../../generator/check/names/reserved-words.ts'
import { words } from '../introspecting/dictionary.ts'
import { nameFor, wordsOf } from '../introspecting/names.ts'

/** Chinese words with their names. */
type Vocabulary = ReadonlyMap<string, string>

/** The first of several words with one meaning stands. */
const dictionary: Vocabulary = firstOf(Object.entries(words).map(([word, chinese]) => [chinese, word]))

/** The words of labels of a project: what has a name there is called so again. */
export function vocabularyOf(documents: Documents): Vocabulary {
  const entities: [string, string][] = []
  const fields: [string, string][] = []
  for (const [path, text] of documents) {
    const schema = readObject(text)
    entities.push([chineseOf(member(schema, 'x-entity'), 'label'), path.replace(/^.*\/|\.json$/g, '')])
    for (const [name, field] of Object.entries(objectOf(member(schema, 'properties'))))
      fields.push([chineseOf(field, 'x-label'), name.replace(/_ids?$/, '')])
  }
  return firstOf([...entities, ...fields].filter(([chinese]) => isChinese(chinese)))
}

/** Names that a label suggests and that nothing has yet, the best one first; empty when it suggests none. */
export function suggestNames(
  label: { readonly 'zh-cn': string; readonly en: string },
  names: readonly string[],
  vocabulary: Vocabulary = new Map(),
): readonly string[] {
  const { 'zh-cn': chinese, en: english } = label
  const bases = [isChinese(english) ? '' : english, translated(chinese, vocabulary) ?? '', spelledOut(chinese)]
  return [
    ...new Set(
      bases
        .filter((text) => /[a-z]/i.test(wordsOf(text).join('')))
        .map((base) => nameFor(base, new Set(names), { fallback: 'field', maxLength: 30 })),
    ),
  ]
}

/** The words of a Chinese text; null where one is not known: half a name would be worse than none. */
function translated(text: string, vocabulary: Vocabulary): string | null {
  const parts: string[] = []
  for (let index = 0; index < text.length;) {
    const part = longestWord(text.slice(index, index + 8), vocabulary)
    if (!part) return null
    parts.push(part.name)
    index += part.length
  }
  return parts.length > 0 ? parts.join(' ') : null
}

function longestWord(text: string, vocabulary: Vocabulary): { readonly name: string; readonly length: number } | null {
  for (let { length } = text; length > 0; length -= 1) {
    const name = vocabulary.get(text.slice(0, length)) ?? dictionary.get(text.slice(0, length))
    if (name !== undefined) return { name, length }
  }
  return null
}

const spelledOut = (text: string): string =>
  isChinese(text) ? pinyin(text, { toneType: 'none', nonZh: 'consecutive', v: true }) : ''

function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}

function firstOf(entries: readonly (readonly [string, string])[]): Vocabulary {
  return new Map(entries.toReversed())
}

const chineseOf = (of: Json | undefined, keyword: string): string => {
  const text = member(member(of, keyword), 'zh-cn')
  return typeof text === 'string' ? text : ''
}

/** Documents that are no JSON at the moment have no words. */
function readObject(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}

/** Why a name cannot be used, as a stable word; null = it can. */
export function nameProblem(name: string, names: readonly string[]): 'form' | 'reserved' | 'names' | null {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(name)) return 'form'
  if (names.includes(name)) return 'names'
  return sqlReservedWords.has(name) || typescriptReservedWords.has(camelCase(name)) ? 'reserved' : null
}

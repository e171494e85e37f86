/** Names of fields and entities that labels suggest: `商品备注` → `product_remark`. */
import { camelCase } from '../../generator/source/names.ts'
import { sqlReservedWords, typescriptReservedWords } from '../../generator/check/names/reserved-words.ts'
import { words } from '../introspecting/dictionary.ts'
import { nameFor, wordsOf } from '../introspecting/names.ts'

/** Chinese to English; of several words with one meaning the first stands. */
const english = new Map<string, string>()
for (const [word, chinese] of Object.entries(words)) if (!english.has(chinese)) english.set(chinese, word)
const longest = Math.max(...[...english.keys()].map((word) => word.length))

/** Names that a label suggests and that nothing has yet, the best one first; empty when it suggests none. */
export function suggestNames(
  label: { readonly 'zh-cn': string; readonly en: string },
  names: readonly string[],
): readonly string[] {
  const bases = [label.en, translated(label['zh-cn']) ?? ''].filter((text) => wordsOf(text).join('').match(/[a-z]/i))
  return [...new Set(bases.map((base) => nameFor(base, new Set(names), { fallback: 'field', maxLength: 30 })))]
}

/** The words of a Chinese text; null where one is not known: half a name would be worse than none. */
function translated(text: string): string | null {
  const parts: string[] = []
  for (let index = 0; index < text.length;) {
    const length = [...Array(Math.min(longest, text.length - index)).keys()]
      .map((count) => count + 1)
      .toReversed()
      .find((count) => english.has(text.slice(index, index + count)))
    if (length === undefined) return null
    parts.push(english.get(text.slice(index, index + length)) ?? '')
    index += length
  }
  return parts.length > 0 ? parts.join(' ') : null
}

/** Why a name cannot be used, as a stable word; null = it can. */
export function nameProblem(name: string, names: readonly string[]): 'form' | 'reserved' | 'names' | null {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(name)) return 'form'
  if (names.includes(name)) return 'names'
  return sqlReservedWords.has(name) || typescriptReservedWords.has(camelCase(name)) ? 'reserved' : null
}

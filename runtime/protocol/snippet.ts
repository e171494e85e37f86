/** Parts of a text around the words that were searched for. */
import { escapeText } from './rich-text.ts'

export interface SnippetPart {
  readonly text: string
  /** It is one of the words. */
  readonly isMatch: boolean
}

/** Characters before the first word and after the last one that are shown. */
const around = 30
/** Longest part of a text that is shown, in characters. */
const maxSnippet = 160

const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * The part of the text with most of the words, in pieces; its beginning where it has none of them. Case does not count
 * for ASCII letters, as in searches.
 * @param terms the words, in small letters
 */
export function snippetOf(text: string, terms: readonly string[]): readonly SnippetPart[] {
  const flat = text.replace(/\s+/gu, ' ').trim()
  const folded = fold(flat)
  const matches = matchesIn(folded, terms)
  const first = bestStart(matches, terms)
  const from = wholeCharacter(flat, Math.max(0, first - around))
  const inside = matches.filter(({ start, end }) => start >= first && end <= first + maxSnippet - 2 * around)
  const last = inside.at(-1)?.end ?? Math.min(flat.length, first + around)
  const to = wholeCharacter(flat, Math.min(flat.length, last + around))
  const parts: SnippetPart[] = []
  const add = (text: string, isMatch: boolean): void => {
    if (text !== '') parts.push({ text, isMatch })
  }
  let place = from
  add(from > 0 ? '…' : '', false)
  for (const { start, end } of inside) {
    add(flat.slice(place, start), false)
    add(flat.slice(start, end), true)
    place = end
  }
  add(flat.slice(place, to), false)
  add(to < flat.length ? '…' : '', false)
  return parts
}

interface Match {
  readonly start: number
  readonly end: number
  readonly term: number
}

/** Where the words are, without those that overlap an earlier one. */
function matchesIn(folded: string, terms: readonly string[]): readonly Match[] {
  const all: Match[] = []
  for (const [term, word] of terms.entries()) {
    if (word === '') continue
    for (let start = folded.indexOf(word); start >= 0; start = folded.indexOf(word, start + word.length))
      all.push({ start, end: start + word.length, term })
  }
  all.sort((a, b) => a.start - b.start || b.end - a.end)
  let last = 0
  return all.filter(({ start, end }) => {
    if (start < last) return false
    last = end
    return true
  })
}

/** The first match of the part with most different words. */
function bestStart(matches: readonly Match[], terms: readonly string[]): number {
  let best = { start: matches[0]?.start ?? 0, count: 0 }
  for (const [index, { start }] of matches.entries()) {
    const near = new Set<number>()
    for (let next = index; (matches[next]?.end ?? Infinity) <= start + maxSnippet - 2 * around; next += 1)
      near.add(matches[next]?.term ?? 0)
    if (near.size > best.count) best = { start, count: near.size }
    if (best.count === terms.length) break
  }
  return best.start
}

/** No character is cut in half. */
const wholeCharacter = (text: string, place: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place

/** The pieces as HTML, for pages that the server writes: each is a text, and words are in `<mark>`. */
export const snippetHtml = (parts: readonly SnippetPart[]): string =>
  parts.map(({ text, isMatch }) => (isMatch ? `<mark>${escapeText(text)}</mark>` : escapeText(text))).join('')

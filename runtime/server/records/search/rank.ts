/**
 * The order of the matches of a search, computed from the texts alone, so that both engines give the same: the weight
 * of the field that has a word, how often and how near to each other the words are, and how new the record is.
 */

/** The texts of a record, by field. */
export interface RankedTexts {
  readonly id: number
  readonly texts: Readonly<Record<string, string>>
  /** When it was written, in Unix seconds; null where that does not count. */
  readonly time: number | null
}

/** The words of a search, folded as the comparison folds them. */
export type Terms = readonly string[]

/** Longer searches say no more, and each word costs a comparison of every text. */
const maxTerms = 8

/** ASCII letters only: the databases fold no others. */
const foldCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

export const termsOf = (text: string): Terms =>
  [...new Set(foldCase(text).split(/\s+/u))].filter((term) => term !== '').slice(0, maxTerms)

/** Occurrences of a word that count in one field. */
const maxOccurrences = 20

function placesOf(text: string, term: string): readonly number[] {
  const places: number[] = []
  for (let place = text.indexOf(term); place >= 0 && places.length < maxOccurrences;) {
    places.push(place)
    place = text.indexOf(term, place + term.length)
  }
  return places
}

/** Characters of the shortest part of the text that has all words. */
function shortestSpan(places: readonly (readonly number[])[], terms: Terms): number {
  const all = places
    .flatMap((list, term) => list.map((place) => ({ place, term })))
    .sort((a, b) => a.place - b.place || a.term - b.term)
  const last = new Map<number, number>()
  let shortest = Infinity
  for (const { place, term } of all) {
    last.set(term, place)
    if (last.size < terms.length) continue
    shortest = Math.min(shortest, place + (terms[term]?.length ?? 0) - Math.min(...last.values()))
  }
  return shortest
}

/** The score of one field: more where words are repeated, stand at its beginning, or near to each other. */
function scoreOfText(text: string, terms: Terms): number {
  const folded = foldCase(text)
  const places = terms.map((term) => placesOf(folded, term))
  const repeated = places.reduce((sum, list) => sum + (list.length === 0 ? 0 : 1 + Math.log2(list.length) / 4), 0)
  if (repeated === 0) return 0
  const begins = terms.some((term) => folded.startsWith(term)) ? 0.5 : 0
  const isWhole = folded === terms.join(' ') ? 2 : 0
  if (terms.length === 1 || places.some((list) => list.length === 0)) return repeated + begins + isWhole
  const letters = terms.reduce((sum, term) => sum + term.length, 0)
  const gap = Math.max(0, shortestSpan(places, terms) - letters)
  return repeated + begins + isWhole + (2 * terms.length) / (1 + gap / 8)
}

const day = 86_400
/** Days after which the advantage of a new record is halved. */
const halfLife = 180

/** @param now Unix seconds */
export function scoreOf(
  { texts, time }: RankedTexts,
  terms: Terms,
  weights: Readonly<Record<string, number>>,
  now: number,
): number {
  const score = Object.entries(texts).reduce(
    (sum, [name, text]) => sum + (weights[name] ?? 1) * scoreOfText(text, terms),
    0,
  )
  if (time === null) return score
  // Whole days, so that what was written together stays together.
  const age = Math.max(0, Math.floor((now - time) / day))
  return score * (1 + 0.3 * 0.5 ** (age / halfLife))
}

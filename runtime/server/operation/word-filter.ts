/** The words of the site that comments and chats may not contain. */
import type { WordFilter, WordLevel, WordMatch } from './contracts/word-filter.ts'
import type { FilteredWord } from '../settings/word-list.ts'

/** Levels from the lowest. */
const levels: readonly WordLevel[] = ['review', 'refuse']

/** Compares letters without case and width, so that `ＳＰＡＭ` is `spam`, and passes over marks that nobody sees. */
interface FoldedText {
  readonly text: string
  /** Where each unit of the folded text begins and ends in the original. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** Soft hyphens, joiners, direction marks, variation selectors and the like. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

function foldText(original: string): FoldedText {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  let start = 0
  for (const character of original) {
    const end = start + character.length
    if (!invisible.test(character)) {
      const folded = character.normalize('NFKD').toLowerCase()
      text += folded
      for (let unit = 0; unit < folded.length; unit++) {
        starts.push(start)
        ends.push(end)
      }
    }
    start = end
  }
  return { text, starts, ends }
}

/** A word of Latin letters counts as a whole only: `ass` is not in `class`. */
const isWordUnit = (unit: string | undefined): boolean =>
  unit !== undefined && /[\p{Script=Latin}\p{Nd}\p{M}]/u.test(unit)

function* placesOf(text: string, word: string): Generator<number> {
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    const isInside =
      (isWordUnit(word[0]) && isWordUnit(text[place - 1])) ||
      (isWordUnit(word.at(-1)) && isWordUnit(text[place + word.length]))
    if (!isInside) yield place
  }
}

/** The list of a site in the form that is compared, while the setting stays the same. */
const foldedLists = new WeakMap<readonly FilteredWord[], readonly FilteredWord[]>()

function foldedList(words: readonly FilteredWord[]): readonly FilteredWord[] {
  const cached = foldedLists.get(words)
  if (cached) return cached
  const folded = words
    .map(({ word, level }) => ({ word: foldText(word).text, level }))
    .filter(({ word }) => word !== '')
  foldedLists.set(words, folded)
  return folded
}

function matchesOf({ text, starts, ends }: FoldedText, { word: folded, level }: FilteredWord): WordMatch[] {
  return [...placesOf(text, folded)].flatMap((place) => {
    const [start, end] = [starts[place], ends[place + folded.length - 1]]
    return start === undefined || end === undefined ? [] : [{ start, end, level }]
  })
}

/** Among matches that overlap, the higher one stays, then the longer one. */
function withoutOverlaps(matches: readonly WordMatch[]): readonly WordMatch[] {
  const separate: WordMatch[] = []
  const byRank = matches.toSorted(
    (left, right) =>
      levels.indexOf(right.level) - levels.indexOf(left.level) ||
      right.end - right.start - (left.end - left.start) ||
      left.start - right.start,
  )
  for (const match of byRank)
    if (!separate.some(({ start, end }) => match.start < end && start < match.end)) separate.push(match)
  return separate.toSorted((left, right) => left.start - right.start)
}

/** The filter of the core: one list for all modules, in the setting *Filtered words*. */
export const createWordFilter = (): WordFilter => ({
  check({ filteredWords }, text) {
    if (filteredWords.length === 0 || text === '') return { level: null, matches: [] }
    const folded = foldText(text)
    const matches = withoutOverlaps(foldedList(filteredWords).flatMap((word) => matchesOf(folded, word)))
    return { level: levels.findLast((level) => matches.some((match) => match.level === level)) ?? null, matches }
  },
})

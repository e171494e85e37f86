/** Marks answers. Pure: the same frozen item and answer always get the same points. */
import { alternativesOf, foldText, numberOf } from './fold-text.ts'
import { isAnswered, type Answer, type Blank, type FrozenKey, type FrozenOptions, type Kind } from './question.ts'

/** How a part of the right options counts in a multiple choice. */
export type MultiMode = 'all' | 'half' | 'share'

export interface FrozenItem {
  readonly kind: Kind
  /** Hundredths of a point. */
  readonly score: number
  readonly options: FrozenOptions
  readonly key: FrozenKey
}

export interface Mark {
  /** Hundredths of a point. */
  readonly score: number
  /** All points. */
  readonly isRight: boolean
}

/** `score * numerator / denominator`, halves up. All are whole numbers from 0 on. */
const shareOf = (score: number, numerator: number, denominator: number): number =>
  denominator === 0 ? 0 : Math.floor((2 * score * numerator + denominator) / (2 * denominator))

/** @returns null where a person has to decide */
export function markAnswer(item: FrozenItem, multiMode: MultiMode, answer: Answer): Mark | null {
  const { kind, score } = item
  if (kind === 'MATERIAL') return { score: 0, isRight: true }
  if (!isAnswered(answer)) return { score: 0, isRight: false }
  if (kind === 'SHORT') return null
  const points = kind === 'FILL' ? markBlanks(item, answer) : markChoice(item, multiMode, answer)
  return { score: points, isRight: points === score }
}

function markChoice({ kind, score, key, options }: FrozenItem, multiMode: MultiMode, { keys = [] }: Answer): number {
  const selection = new Set(keys)
  const right = new Set(key.right)
  if (kind !== 'MULTI') {
    const [only] = selection
    if (selection.size !== 1 || only === undefined) return 0
    return right.has(only) ? score : shareOf(score, Math.min(100, Math.max(0, key.weights?.[only] ?? 0)), 100)
  }
  const hits = [...selection].filter((id) => right.has(id)).length
  const misses = selection.size - hits
  if (right.size > 0 && hits === right.size && misses === 0) return score
  // Choosing everything is no answer.
  const isEverything = selection.size >= (options.options ?? []).length
  if (multiMode === 'all' || hits === 0 || isEverything) return 0
  if (multiMode === 'half') return misses > 0 ? 0 : shareOf(score, 1, 2)
  return shareOf(score, Math.max(0, hits - misses), right.size)
}

function markBlanks({ score, key }: FrozenItem, { texts = [] }: Answer): number {
  const blanks = key.blanks ?? []
  const fits = (index: number, text: string): boolean => {
    const blank = blanks[index]
    return blank !== undefined && fitsBlank(blank, text, key.caseSensitive ?? false)
  }
  const hits = key.anyOrder
    ? countMatches(blanks.length, texts, fits)
    : blanks.filter((_, index) => fits(index, texts[index] ?? '')).length
  return shareOf(score, hits, blanks.length)
}

function fitsBlank({ answer, tolerance }: Blank, text: string, caseSensitive: boolean): boolean {
  const alternatives = alternativesOf(answer)
  if (tolerance !== undefined && tolerance !== '') {
    const value = numberOf(text)
    const margin = Number(tolerance)
    return value !== null && alternatives.some((alternative) => isWithin(value, numberOf(alternative), margin))
  }
  const folded = foldText(text, caseSensitive)
  return folded !== '' && alternatives.some((alternative) => foldText(alternative, caseSensitive) === folded)
}

/** Binary fractions are not exact: 1.1 is within 0.1 of 1. */
function isWithin(value: number, expected: number | null, margin: number): boolean {
  if (expected === null) return false
  const slack = 1e-9 * Math.max(1, Math.abs(expected))
  return Math.abs(value - expected) <= margin + slack
}

/** The largest number of texts that have a blank each. */
function countMatches(
  blanks: number,
  texts: readonly string[],
  fits: (blank: number, text: string) => boolean,
): number {
  const textOfBlank: (number | null)[] = Array.from({ length: blanks }, () => null)
  const assign = (text: number, tried: Set<number>): boolean => {
    for (let blank = 0; blank < blanks; blank++) {
      if (tried.has(blank) || !fits(blank, texts[text] ?? '')) continue
      tried.add(blank)
      const former = textOfBlank[blank] ?? null
      if (former !== null && !assign(former, tried)) continue
      textOfBlank[blank] = text
      return true
    }
    return false
  }
  return texts.slice(0, blanks).filter((_, text) => assign(text, new Set())).length
}

/** "Did you mean": the known name closest to a misspelled one. */
import { distance } from 'fastest-levenshtein'
import type { Text } from '../../runtime/protocol/index.ts'
import { both } from './problem.ts'

const maxEdits = 2

/**
 * The candidate nearest to the name: at most two edits away, or made of the same letters, or equal but for case and
 * signs. Null when none is near or the name is too short for two edits to mean anything.
 */
export function suggest(name: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      edits: isSameLetters(name, candidate) ? Math.min(1, distance(name, candidate)) : distance(name, candidate),
    }))
    .filter(({ candidate, edits }) => edits <= Math.min(maxEdits, Math.floor(candidate.length / 2)))
    .sort((a, b) => a.edits - b.edits || sharedStart(name, b.candidate) - sharedStart(name, a.candidate))
  return ranked[0]?.candidate ?? null
}

const lettersOf = (text: string): string =>
  [...text.toLowerCase()]
    .filter((sign) => /[a-z0-9$]/.test(sign))
    .sort()
    .join('')
const isSameLetters = (a: string, b: string): boolean => lettersOf(a) === lettersOf(b)

function sharedStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** "Did you mean …?", or null when nothing is near. */
export function didYouMean(meant: string | null): Text | null {
  return meant === null ? null : both(`是不是想写“${meant}”？`, `did you mean "${meant}"?`)
}

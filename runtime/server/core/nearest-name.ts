import { distance } from 'fastest-levenshtein'

/** Names from outside are compared and shown up to here. */
const shownLength = 64

/** A name from outside as a message shows it. */
export const shownName = (name: string): string => (name.length > shownLength ? `${name.slice(0, shownLength)}…` : name)

/**
 * The name that somebody most likely meant; null when none is near. Two slips in a short name make another word, but
 * letters in another order, another case and other signs between words are one slip.
 */
export function nearestName(name: string, names: readonly string[]): string | null {
  if (name.length > shownLength) return null
  const letters = lettersOf(name)
  const near = names
    .map((candidate) => ({
      candidate,
      slips: letters === lettersOf(candidate) ? Math.min(1, distance(name, candidate)) : distance(name, candidate),
    }))
    .filter(({ candidate, slips }) => slips <= Math.min(2, Math.floor(candidate.length / 2)))
    .sort((first, second) => first.slips - second.slips)
  return near[0]?.candidate ?? null
}

const lettersOf = (name: string): string => [...name.toLowerCase().replaceAll(/[_-]/g, '')].sort().join('')

import { closest, distance } from 'fastest-levenshtein'

/** The candidate a person most likely meant, or null when none is near. */
export function nearestName(name: string, names: readonly string[]): string | null {
  if (names.length === 0) return null
  const near = closest(name, names)
  return distance(name, near) <= Math.max(2, Math.floor(name.length / 2.5)) ? near : null
}

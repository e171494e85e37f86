/**
 * Patterns of the schemas that every project contains and that `isLinear` does not recognise. A test proves with
 * recheck that each is safe, so that a run does not have to.
 */
export const safePatterns: ReadonlySet<string> = new Set(['^[A-Za-z][A-Za-z0-9_./-]*(\\?[A-Za-z0-9_=&.-]+)?$'])

/** One character, a class, or an escape that stands for one. */
const character = String.raw`(?:\[(?:[^\]\\]|\\[^])*\]|\\(?:[dDwWsS]|[^A-Za-z0-9])|[^\\^$|?*+()[\]{}])`
const part = new RegExp(String.raw`${character}(?:\{\d+\}|(?<varying>[*+?]|\{\d+,\d*\})\??)?`, 'uy')

/**
 * True for a sequence of characters and classes from the start to the end of a text of which at most one repeats a
 * varying number of times: each of its lengths is tried once, so the time follows the length of the text. Others may be
 * as safe; to prove that takes an analyser.
 */
export function isLinear(source: string): boolean {
  if (!source.startsWith('^') || !source.endsWith('$')) return false
  let varying = 0
  let position = 1
  while (position < source.length - 1) {
    part.lastIndex = position
    const match = part.exec(source)
    if (match?.groups?.['varying'] !== undefined) varying++
    if (!match || varying > 1) return false
    position = part.lastIndex
  }
  return position === source.length - 1
}

/**
 * The structure of a JSON text, judged on its bytes. Building a million small objects blocks the process for a second,
 * and so does looking through them afterwards; counting brackets and commas takes a few milliseconds per megabyte.
 */

export interface StructureLimits {
  /** Levels of objects and lists. */
  readonly depth: number
  /** Values, those inside of others included. */
  readonly nodes: number
}

/** The bytes of the signs that matter; in UTF-8 none of them occurs inside of another character. */
const sign = { space: 0x20, quote: 0x22, comma: 0x2c, backslash: 0x5c } as const
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * What the text has too much of, or null. Each comma begins one more value, and so does whatever follows an opening
 * bracket. Whether the text is JSON at all is for the parser to find out.
 */
export function exceededLimit(bytes: Uint8Array, limits: StructureLimits): keyof StructureLimits | null {
  let [depth, nodes, isFirst] = [0, 1, false]
  for (let position = 0; position < bytes.length; position += 1) {
    // `position` is below the length; this runs once per byte, so it has no check.
    const byte = bytes[position]!
    if (byte <= sign.space) continue
    if ((isFirst && !closing.has(byte)) || byte === sign.comma) nodes += 1
    isFirst = opening.has(byte)
    if (isFirst) depth += 1
    else if (byte === sign.quote) position = endOfString(bytes, position)
    else if (closing.has(byte)) depth -= 1
    // Guard T72: 32 levels.
    if (depth > limits.depth) return 'depth'
    // Guard T77: the number of values has a limit.
    if (nodes > limits.nodes) return 'nodes'
  }
  return null
}

/** Where the string that begins at `start` ends; the length when it does not. */
function endOfString(bytes: Uint8Array, start: number): number {
  let position = start + 1
  while (position < bytes.length && bytes[position] !== sign.quote)
    position += bytes[position] === sign.backslash ? 2 : 1
  return position
}

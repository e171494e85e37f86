/** Prints plain values as a person would write them: short things on one line, long ones broken up. */

const maxWidth = 150
const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/**
 * A value as TypeScript source.
 * @param indent depth of the line it starts on, in steps of two blanks
 * @param used characters already on that line
 */
export function literal(value: unknown, indent = 0, used = 0): string {
  return layOut(value, indent, used, { text: quoted, key: keyOf, end: ',' })
}

/** A text as a TypeScript literal in single quotes. No character can end it or start a comment, line or tag. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  const escape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `'${inner.replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escape)}'`
}

/** A member name, quoted where it must be; `__proto__` is computed, since a plain one would set the prototype. */
export function keyOf(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return identifier.test(name) ? name : quoted(name)
}

/** A value as JSON with the same line breaking as `literal`. */
export function jsonText(value: unknown, indent = 0, used = 0): string {
  return layOut(value, indent, used, { text: JSON.stringify, key: JSON.stringify, end: '' })
}

interface Syntax {
  readonly text: (text: string) => string
  readonly key: (name: string) => string
  /** What follows the last entry of a broken list or object. */
  readonly end: ',' | ''
}

function layOut(value: unknown, indent: number, used: number, spelling: Syntax): string {
  const room = maxWidth - indent * 2 - used
  const line = leastLength(value, room) > room ? null : oneLine(value, room, spelling)
  if (line !== null) return line
  if (typeof value !== 'object' || value === null) return scalar(value, spelling)
  const inner = '  '.repeat(indent + 1)
  const entries = Array.isArray(value)
    ? value.map((item) => inner + layOut(item, indent + 1, 1, spelling))
    : Object.entries(value).map(
        ([name, item]) =>
          `${inner}${spelling.key(name)}: ${layOut(item, indent + 1, spelling.key(name).length + 3, spelling)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${entries.join(',\n')}${spelling.end}\n${'  '.repeat(indent)}${close}`
}

const scalar = (value: unknown, spelling: Syntax): string =>
  typeof value === 'string' ? spelling.text(value) : String(value)

/**
 * A lower bound of the characters that the value takes on one line, counted until it is more than the room. Most lists
 * and objects do not fit, and counting is faster than printing the beginning of each at every depth.
 */
function leastLength(value: unknown, room: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 1
  let length = 0
  // Brackets and what separates entries are two signs an entry; so is what follows a name.
  if (Array.isArray(value))
    for (let at = 0; at < value.length && length <= room; at++) length += 2 + leastLength(value[at], room - length)
  else
    for (const name in value) {
      if (length > room) break
      length += 4 + name.length + leastLength((value as Record<string, unknown>)[name], room - length)
    }
  return length
}

/** The value on one line, or null as soon as it is known not to fit: large values are not printed in vain. */
function oneLine(value: unknown, room: number, spelling: Syntax): string | null {
  if (typeof value !== 'object' || value === null) {
    const text = scalar(value, spelling)
    return text.length <= room ? text : null
  }
  const isList = Array.isArray(value)
  const parts: string[] = []
  let left = room - (isList ? 2 : 4)
  for (const [name, item] of Object.entries(value)) {
    const head = isList ? '' : `${spelling.key(name)}: `
    const text = oneLine(item, left - head.length, spelling)
    if (text === null) return null
    parts.push(head + text)
    left -= head.length + text.length + (parts.length > 1 ? 2 : 0)
  }
  const line = isList ? `[${parts.join(', ')}]` : parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
  return line.length <= room ? line : null
}

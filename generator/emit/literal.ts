/** Prints plain values as a person would write them: short things on one line, long ones broken up. */

const widest = 150
const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/**
 * A value as TypeScript source.
 * @param indent depth of the line it starts on, in steps of two blanks
 * @param used characters already on that line
 */
export function literal(value: unknown, indent = 0, used = 0): string {
  const line = oneLine(value)
  if (indent * 2 + used + line.length <= widest || typeof value !== 'object' || value === null) return line
  const inner = '  '.repeat(indent + 1)
  const entries = Array.isArray(value)
    ? value.map((item) => inner + literal(item, indent + 1, 1))
    : Object.entries(value).map(([key, item]) => `${inner}${keyOf(key)}: ${literal(item, indent + 1, keyOf(key).length + 3)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${entries.join(',\n')},\n${'  '.repeat(indent)}${close}`
}

/** A text as a TypeScript literal in single quotes. No character can end it or start a comment, line or tag. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`
}

/** A member name, quoted where it must be; `__proto__` is computed, since a plain one would set the prototype. */
export function keyOf(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return identifier.test(name) ? name : quoted(name)
}

function oneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  const members = Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${oneLine(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A value as JSON with the same line breaking as `literal`. */
export function jsonText(value: unknown, indent = 0, used = 0): string {
  const line = oneLineJson(value)
  if (indent * 2 + used + line.length <= widest || typeof value !== 'object' || value === null) return line
  const inner = '  '.repeat(indent + 1)
  const entries = Array.isArray(value)
    ? value.map((item) => inner + jsonText(item, indent + 1, 1))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${jsonText(item, indent + 1, key.length + 5)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${entries.join(',\n')}\n${'  '.repeat(indent)}${close}`
}

function oneLineJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(oneLineJson).join(', ')}]`
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLineJson(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

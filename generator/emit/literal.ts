/** Prints plain values as a person would write them: short things on one line, long ones broken up. */
import type { JsonObject } from '../source/json.ts'

const maxWidth = 150
const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/
/** Texts without anything to escape, between quotes of either kind. */
const plain = /^[ !#-&(-[\]-~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\uffff]*$/

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
  if (plain.test(text)) return `'${text}'`
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
  return arrange(print(value, spelling), indent, used, spelling)
}

/** A value whose scalars are printed: what it takes on one line is known before it is known how much room there is. */
interface Printed {
  /** Null when it takes more than a line has; a scalar is never broken. */
  readonly line: string | null
  /** Absent for scalars. */
  readonly entries?: readonly PrintedEntry[]
  readonly isList?: boolean
}

interface PrintedEntry {
  /** `name: `, or nothing in a list. */
  readonly head: string
  readonly value: Printed
}

function print(value: unknown, spelling: Syntax): Printed {
  if (typeof value === 'string') return { line: spelling.text(value) }
  if (typeof value !== 'object' || value === null) return { line: String(value) }
  const isList = Array.isArray(value)
  const object = value as JsonObject
  const entries = isList
    ? value.map((item) => ({ head: '', value: print(item, spelling) }))
    : Object.keys(object).map((name) => ({ head: `${spelling.key(name)}: `, value: print(object[name], spelling) }))
  return { line: oneLine(entries, isList), entries, isList }
}

/** The entries on one line, or null as soon as they are known to take more than one has. */
function oneLine(entries: readonly PrintedEntry[], isList: boolean): string | null {
  let line = ''
  for (const { head, value } of entries) {
    if (value.line === null || line.length + value.line.length > maxWidth) return null
    line += `${line === '' ? '' : ', '}${head}${value.line}`
  }
  if (isList) return `[${line}]`
  return line === '' ? '{}' : `{ ${line} }`
}

function arrange({ line, entries, isList }: Printed, indent: number, used: number, spelling: Syntax): string {
  if (line !== null && (!entries || line.length <= maxWidth - indent * 2 - used)) return line
  const inner = '  '.repeat(indent + 1)
  const parts = (entries ?? []).map(
    ({ head, value }) => inner + head + arrange(value, indent + 1, head.length + 1, spelling),
  )
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}${spelling.end}\n${'  '.repeat(indent)}${close}`
}

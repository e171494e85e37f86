/** Fields of a CSV file: names of its columns, and kinds that all their values have. */
import type { JsonObject } from '../../generator/source/json.ts'
import { labelOf, nameFor } from '../introspecting/names.ts'
import { systemFields } from '../introspecting/table-plan.ts'

/** Rows that decide; more would not change the guess. */
const maxRows = 5000
const maxColumns = 200
/** A column of so few different texts, each of them repeated, has options. */
const maxOptions = 12

export interface CsvFields {
  readonly properties: Readonly<Record<string, JsonObject>>
  /** Names of the fields that have a value in every row. */
  readonly filled: readonly string[]
}

/** Null when the text has no header or no row. */
export function fieldsOfCsv(text: string): CsvFields | null {
  const [header, ...rows] = rowsOf(text.replace(/^\uFEFF/, ''))
  if (!header || rows.length === 0) return null
  const names = new Set<string>([...systemFields, 'createtime', 'updatetime'])
  const columns = header.slice(0, maxColumns).map((title, index) => {
    const values = rows.map((row) => (row[index] ?? '').trim())
    const name = nameFor(title.trim() || `field_${index + 1}`, names, { fallback: 'field', maxLength: 30 })
    const present = values.filter((value) => value !== '')
    return { name, schema: { ...kindOf(present), 'x-label': { ...labelOf(title.trim() || name, title) } }, present }
  })
  return {
    properties: Object.fromEntries(columns.map(({ name, schema }) => [name, schema])),
    filled: columns.flatMap(({ name, present }) => (present.length === rows.length ? [name] : [])),
  }
}

const yesNo = /^(0|1|yes|no|true|false|是|否|y|n)$/i

/** The narrowest kind that all values have; a text where there are none. */
function kindOf(values: readonly string[]): JsonObject {
  const all = (pattern: RegExp): boolean => values.length > 0 && values.every((value) => pattern.test(value))
  if (all(yesNo) && new Set(values).size === 2) return switchKind
  // A number that begins with 0 is a code, whose zeros count.
  if (all(/^-?(0|[1-9]\d{0,14})$/)) return { type: 'integer' }
  if (all(/^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/)) return { 'x-scale': Math.max(...values.map(digitsAfterPoint)) }
  if (all(/^\d{4}-\d{2}-\d{2}$/)) return { format: 'date' }
  if (all(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/)) return { format: 'timestamp' }
  if (all(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)) return { format: 'email', maxLength: 128 }
  if (all(/^https?:\/\/\S+$/)) return { format: 'url', maxLength: 500 }
  const different = [...new Set(values)]
  if (different.length <= maxOptions && different.length * 3 <= values.length && different.every((v) => v.length <= 30))
    return optionsKind(different)
  const longest = Math.max(0, ...values.map((value) => value.length))
  return { maxLength: longest > 255 ? 5000 : longest > 64 ? 255 : 64 }
}

const digitsAfterPoint = (value: string): number => value.split('.')[1]?.length ?? 0

const switchKind: JsonObject = {
  enum: [0, 1],
  default: 0,
  'x-options': {
    no: { value: 0, 'x-label': { 'zh-cn': '否', en: 'No' } },
    yes: { value: 1, 'x-label': { 'zh-cn': '是', en: 'Yes' } },
  },
  'x-widget': 'switch',
}

function optionsKind(texts: readonly string[]): JsonObject {
  const names = new Set<string>()
  const options = texts.toSorted().map((text, index) => ({
    name: nameFor(text, names, { fallback: 'option', maxLength: 30 }),
    value: (index + 1) * 10,
    'x-label': { 'zh-cn': text, en: text },
  }))
  return {
    enum: options.map(({ value }) => value),
    'x-options': Object.fromEntries(options.map(({ name, ...option }) => [name, option])),
  }
}

/** Rows of a CSV text: quotes, doubled quotes and line ends in them (RFC 4180); the separator is that of the header. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const line = text.slice(0, text.search(/\r?\n|$/))
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: line.split(sign).length }))
  const separator = counts.reduce((best, other) => (other.count > best.count ? other : best)).sign
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = (): void => {
    row.push(cell)
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let index = 0; index < text.length && rows.length <= maxRows; index++) {
    const sign = text.charAt(index)
    if (isQuoted && sign === '"' && text[index + 1] === '"') {
      cell += '"'
      index++
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

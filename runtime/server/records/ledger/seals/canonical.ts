/**
 * The text a seal covers. It does not depend on how a column is stored: numbers are decimal texts without trailing
 * zeros, fields are named and sorted, and empty ones left out. So a new scale, another column type or another engine
 * leaves old seals valid.
 */
import { hash } from 'node:crypto'
import {
  columnType,
  decimalText,
  displayDecimal,
  fieldOf,
  isColumn,
  type TableModel,
} from '../../../../protocol/index.ts'
import type { Row } from '../../../db/index.ts'

/**
 * Fields that were sealed, each with the digits after the point of a number (null = stored as it is sent) and, where it
 * was renamed since, its name of today.
 */
export type SealFormat = readonly (readonly [field: string, scale: number | null, renamed?: string])[]

/** The fields of a ledger today. The version of a row that never changes says nothing. */
export const formatOf = (model: TableModel): SealFormat =>
  model.fields
    .filter((field) => isColumn(field) && field.name !== 'version')
    .map((field) => [field.name, scaleOf(model, field.name, null)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))

/** A field that still exists is read as it is stored now, one that is gone as it was stored when it was sealed. */
function scaleOf(model: TableModel, name: string, sealed: number | null): number | null {
  const field = fieldOf(model, name)
  if (!field) return sealed
  return columnType(field) === 'integer' ? (field.scale ?? 0) : null
}

/** The text of a row: a JSON array of pairs of field and value. */
export type SealedText = (row: Readonly<Row>) => string

/** @returns what gives the text of a row of the ledger that is sealed in that format */
export function canonicalTextOf(model: TableModel, format: SealFormat): SealedText {
  const members = format.map(([sealedName, sealed, name = sealedName]) => ({
    name,
    begin: `[${JSON.stringify(sealedName)},`,
    scale: scaleOf(model, name, sealed),
  }))
  return (row) => {
    const parts: string[] = []
    for (const { name, begin, scale } of members) {
      const value = row[name] ?? null
      if (value === null) continue
      const text = scale === null ? String(value) : numberText(value, scale)
      // A number has nothing that JSON escapes, which a text from outside may have.
      parts.push(`${begin}${typeof value === 'number' ? `"${text}"` : JSON.stringify(text)}]`)
    }
    return `[${parts.join()}]`
  }
}

/** A column may hold the scaled integer, or the decimal itself as a text. */
const numberText = (value: number | string, scale: number): string =>
  displayDecimal(typeof value === 'number' ? decimalText(value, scale) : value)

/** Hash of a row after the one before it in its day. */
export const hashAfter = (before: string, text: string): string => hash('sha256', `${before}\n${text}`)

/** The text that stands for the row before the first of a day. */
export const startOf = (ledger: string, day: string, follows: string | null): string =>
  `${ledger}\n${day}\n${follows ?? ''}`

/** Names a seal where another chain continues it. */
export const sealName = ({ day, position, hash }: SealPosition): string => `${day}/${position}/${hash}`

export interface SealPosition {
  readonly day: string
  readonly position: number
  readonly hash: string
}

/** A stored seal. */
export interface Seal extends SealPosition {
  readonly id: number
  readonly rowId: number
  /** The name of the ledger then; null = that of now. */
  readonly formerLedger: string | null
  readonly format: SealFormat | null
  readonly follows: string | null
}

export const sealOf = (row: Readonly<Row>): Seal => ({
  id: Number(row['id']),
  day: String(row['day']),
  position: Number(row['position']),
  hash: String(row['hash']),
  rowId: Number(row['row_id']),
  formerLedger: (row['former_ledger'] ?? null) === null ? null : String(row['former_ledger']),
  format: row['format'] === null ? null : (JSON.parse(String(row['format'])) as SealFormat),
  follows: row['follows'] === null ? null : String(row['follows']),
})

/** The table of seals. */
export const sealTable = 'ledger_seal'
export const sealEntity = 'system/ledger_seal'

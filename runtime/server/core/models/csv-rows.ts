/** Rows of a result as lines of an exported file. Plain data and pure functions, because reader workers use them. */
import {
  columnType,
  kinds,
  type FieldModel,
  type KindContext,
  type Language,
  type StoredValue,
} from '../../../protocol/index.ts'
import { csvCell, safeCell } from './csv.ts'

export interface CsvShape {
  readonly columns: readonly CsvColumn[]
  readonly language: Language
  /** IANA name of the site's zone, in which moments are written. */
  readonly timeZone: string
}

/** A column of the result and the field whose kind writes it. */
export interface CsvColumn {
  readonly name: string
  readonly field: FieldModel
  /** Many rows contain the same few values: options and labels of relations. */
  readonly hasFewValues: boolean
}

type CellWriter = (value: StoredValue) => string

/** @param names of the result's columns in their order. @returns what writes a row as a line with its end */
export function createLineWriter(shape: CsvShape, names: readonly string[]): (row: readonly StoredValue[]) => string {
  const cells = shape.columns.map((column) => ({ at: names.indexOf(column.name), write: cellWriter(shape, column) }))
  return (row) => {
    let line = ''
    let separator = ''
    for (const { at: index, write } of cells) {
      line += separator + write(row[index] ?? null)
      separator = ','
    }
    return `${line}\r\n`
  }
}

/** Values remembered for one column. */
const maxRemembered = 1000

/** The text of a cell, before quotation marks. */
export function cellText(field: FieldModel, value: StoredValue, context: KindContext, language: Language): string {
  const kind = kinds[field.kind]
  const isNumber = columnType(field) === 'integer' && !field.options
  return safeCell(kind.toText(kind.toWire(value, field), field, context, language), isNumber)
}

function cellWriter({ language, timeZone }: CsvShape, { field, hasFewValues }: CsvColumn): CellWriter {
  const context = { timeZone }
  const write: CellWriter = (value) => csvCell(cellText(field, value, context, language))
  if (!hasFewValues) return write
  const texts = new Map<StoredValue, string>()
  return (value) => {
    let text = texts.get(value)
    if (text === undefined) {
      text = write(value)
      if (texts.size < maxRemembered) texts.set(value, text)
    }
    return text
  }
}

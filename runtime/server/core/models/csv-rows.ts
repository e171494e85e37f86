/**
 * Rows of a result as lines of an exported file, or of the input of one. Plain data and pure functions, because reader
 * workers use them.
 */
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
  /** `json`: each line is a list of texts, which nothing protects from being computed. Absent = `csv`. */
  readonly format?: 'csv' | 'json'
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
  const [begin, end] = shape.format === 'json' ? ['[', ']\n'] : ['', '\r\n']
  const cells = shape.columns.map((column) => ({ at: names.indexOf(column.name), write: cellWriter(shape, column) }))
  return (row) => {
    let line = begin
    let separator = ''
    for (const { at: index, write } of cells) {
      line += separator + write(row[index] ?? null)
      separator = ','
    }
    return line + end
  }
}

/** Values remembered for one column. */
const maxRemembered = 1000

/** The text of a cell, before quotation marks. */
function cellText(field: FieldModel, value: StoredValue, context: KindContext, language: Language): string {
  return safeCell(plainText(field, value, context, language), isNumberField(field))
}

/** True when the texts of the field are numbers. */
export const isNumberField = (field: FieldModel): boolean => columnType(field) === 'integer' && !field.options

/** The same without protection. */
export function plainText(field: FieldModel, value: StoredValue, context: KindContext, language: Language): string {
  const kind = kinds[field.kind]
  return kind.toText(kind.toWire(value, field), field, context, language)
}

function cellWriter({ language, timeZone, format }: CsvShape, { field, hasFewValues }: CsvColumn): CellWriter {
  const context = { timeZone }
  const write: CellWriter =
    format === 'json'
      ? (value) => JSON.stringify(plainText(field, value, context, language))
      : (value) => csvCell(cellText(field, value, context, language))
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

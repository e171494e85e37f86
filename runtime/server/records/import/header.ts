/** Which column of the file fills which field. */
import { distance } from 'fastest-levenshtein'
import { languages, trimText, writableColumns, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { unprotectedCell } from '../../core/models/csv.ts'
import type { Scope } from '../../operation/scope.ts'
import type { CsvRecord } from './csv-reader.ts'
import { importView } from '../policy/policy.ts'
import { distinctLabel } from '../export.ts'

export interface Column {
  readonly field: FieldModel
  /** Place of the cell in a record. */
  readonly at: number
  /** The header is the name of the field, which programs write; people write its label. */
  readonly isNamedByField: boolean
}

const columnOf = (field: FieldModel, index: number, header: string): Column => ({
  field,
  at: index,
  isNamedByField: header.trim() === field.name,
})

/**
 * @param header cells of the first line
 * @param map field → header; without it headers are compared with field names and labels of every language
 * Throws an OperationError `invalid` that names what is there.
 */
export function readHeader(
  scope: Scope,
  table: TableModel,
  header: readonly string[],
  map: Readonly<Record<string, string>> | undefined,
): readonly Column[] {
  const model = importView(scope, table)
  const twice = header.find((name, index) => name.trim() !== '' && header.indexOf(name) !== index)
  if (twice !== undefined) throw refusal('import.header_twice', { header: twice })
  const columns = map ? mapped(scope, model, header, map) : matched(scope, model, header, table.fields)
  if (columns.length === 0)
    throw refusal('import.nothing_mapped', {
      table: model.label[scope.language],
      headers: header.join(', '),
      fields: fieldNames(model),
    })
  const isWritable = (field: FieldModel): boolean => writableColumns(model).includes(field)
  const missing = model.fields.filter(
    (field) =>
      model.key.includes(field.name) &&
      // Without a part of the key, every row would be a new record, or change one that it does not mean.
      (field.required || isWritable(field)) &&
      !columns.some((column) => column.field === field),
  )
  if (missing.length > 0)
    throw refusal('import.key_missing', { fields: missing.map((field) => field.label[scope.language]).join(', ') })
  return columns
}

/** How many cells of a line are headers: of the map, or else names of fields. */
export function countHeaders(
  scope: Scope,
  table: TableModel,
  cells: readonly string[],
  map: Readonly<Record<string, string>> | undefined,
): number {
  if (map) return new Set(Object.values(map).filter((title) => columnAt(cells, title) >= 0)).size
  const names = new Set(importView(scope, table).fields.flatMap(namesOf))
  return new Set(cells.map(plain).filter((title) => title !== '' && names.has(title))).size
}

/** The column with the header; -1 = none. */
function columnAt(header: readonly string[], title: string): number {
  const exact = header.indexOf(title)
  return exact >= 0 ? exact : header.findIndex((header) => header.trim() === title.trim())
}

type ImportText =
  | 'import.header_twice'
  | 'import.nothing_mapped'
  | 'import.key_missing'
  | 'import.header_missing'
  | 'import.headers_unknown'
  | 'import.headers_blank'
  | 'import.field_unknown'

function refusal(text: ImportText, params: Readonly<Record<string, string>>): OperationError {
  return new OperationError('invalid', { text, params })
}

const fieldNames = (model: TableModel): string =>
  writableColumns(model)
    .map((field) => field.name)
    .join(', ')

function mapped(
  scope: Scope,
  model: TableModel,
  header: readonly string[],
  map: Readonly<Record<string, string>>,
): readonly Column[] {
  return Object.entries(map).map(([name, title]) => {
    const field = writableColumns(model).find((candidate) => candidate.name === name)
    if (!field) {
      const hint = hintOf(
        scope,
        name,
        writableColumns(model).map((field) => field.name),
      )
      throw refusal('import.field_unknown', {
        table: model.label[scope.language],
        field: name,
        hint,
        fields: fieldNames(model),
      })
    }
    const index = columnAt(header, title)
    if (index < 0)
      throw refusal('import.header_missing', {
        header: title,
        hint: hintOf(scope, title, header),
        headers: header.join(', '),
      })
    return columnOf(field, index, title)
  })
}

/** Columns that cannot be written, as an export has them, are passed over; a header that means nothing is named. */
function matched(
  scope: Scope,
  model: TableModel,
  header: readonly string[],
  fields: readonly FieldModel[],
): readonly Column[] {
  const columns: Column[] = []
  const unknown: string[] = []
  header.forEach((title, index) => {
    if (plain(title) === '' || isReason(title)) return
    const field = writableColumns(model).find((candidate) => namesOf(candidate).includes(plain(title)))
    if (field && columns.some((column) => column.field === field))
      throw refusal('import.header_twice', { header: title })
    if (field) columns.push(columnOf(field, index, title))
    else if (!fields.some((field) => namesOf(field).includes(plain(title)))) unknown.push(title)
  })
  if (unknown.length > 0 && columns.length > 0)
    throw refusal('import.headers_unknown', {
      table: model.label[scope.language],
      headers: unknown
        .map((title) => t(scope.language, 'import.header', { title, hint: fieldHint(scope, model, title) }))
        .join(' '),
      fields: labelsOf(scope, model),
    })
  return columns
}

/** Columns whose header is blank, and the first value that stands in each of them. */
export class UnnamedColumns {
  readonly #places: readonly number[]
  readonly #values = new Map<number, CsvRecord>()

  constructor(header: readonly string[]) {
    this.#places = header.flatMap((title, index) => (plain(title) === '' ? [index] : []))
  }

  add(records: readonly CsvRecord[]): void {
    for (const index of this.#places) {
      if (this.#values.has(index)) continue
      const record = records.find(({ cells }) => trimText(cells[index] ?? '') !== '')
      if (record) this.#values.set(index, record)
    }
  }

  /** Throws an OperationError `invalid` when the values of such a column would be left out. */
  refuse({ language }: Scope): void {
    if (this.#values.size === 0) return
    const columns = [...this.#values]
      .toSorted(([left], [right]) => left - right)
      .map(([index, { line, cells }]) => {
        const value = [...trimText(cells[index] ?? '')].slice(0, maxShown).join('')
        return t(language, 'import.header_blank', { column: index + 1, line, value })
      })
    throw refusal('import.headers_blank', { columns: columns.join(language === 'en' ? ', ' : '、') })
  }
}

/** Characters that are shown of a value. */
const maxShown = 40

/** The last column of a file of refused rows, which is corrected and imported again. */
const isReason = (title: string): boolean => languages.some((language) => t(language, 'import.reason') === title.trim())

const labelsOf = ({ language }: Scope, model: TableModel): string =>
  writableColumns(model)
    .map((field) => field.label[language])
    .join(language === 'en' ? ', ' : '、')

/** An apostrophe protects a label that looks like a formula. */
const plain = (title: string): string => unprotectedCell(trimText(title)).normalize('NFC').toLowerCase()
const namesOf = (field: FieldModel): readonly string[] =>
  [field.name, ...Object.values(field.label), ...languages.map((language) => distinctLabel(field, language))].map(plain)

const fieldHint = (scope: Scope, model: TableModel, title: string): string =>
  hintOf(
    scope,
    title,
    writableColumns(model).flatMap((field) => [field.label[scope.language], ...Object.values(field.label), field.name]),
  )

/** The headers of columns that are not imported. */
export const ignoredHeaders = (header: readonly string[], columns: readonly Column[]): readonly string[] =>
  header.filter((title, index) => title.trim() !== '' && !isReason(title) && !columns.some(({ at }) => at === index))

/** Place of the column with the ids of the records, as an export has it; null where the file has none. */
export function idColumn(header: readonly string[], exported: readonly FieldModel[]): number | null {
  const id = exported.find((field) => field.name === 'id')
  const index = id ? header.findIndex((title) => namesOf(id).includes(plain(title))) : -1
  return index < 0 ? null : index
}

/** "Did you mean …?", or nothing when nothing is near. */
function hintOf(scope: Scope, wrong: string, names: readonly string[]): string {
  const far = (name: string): number => Math.min(distance(plain(wrong), plain(name)), distance(bare(wrong), bare(name)))
  const near = names.map((name) => ({ name, far: far(name) })).toSorted((left, right) => left.far - right.far)[0]
  return near && near.far <= Math.max(wrong.length < 4 ? 1 : 2, wrong.length / 3)
    ? t(scope.language, 'import.hint', { name: near.name })
    : ''
}

/** Without marks of required columns, units in brackets and what else people add to a name. */
const bare = (title: string): string =>
  plain(title)
    .replace(/[(（[【].*$/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Which column of the file fills which field. */
import { distance } from 'fastest-levenshtein'
import { trimText, writableColumns, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'

export interface Column {
  readonly field: FieldModel
  /** Place of the cell in a record. */
  readonly at: number
  /** The header is the name of the field, which programs write; people write its label. */
  readonly isNamedByField: boolean
}

const columnOf = (field: FieldModel, at: number, header: string): Column => ({
  field,
  at,
  isNamedByField: header.trim() === field.name,
})

/**
 * @param header cells of the first line
 * @param map field → header; without it headers are compared with field names and labels of every language
 * Throws an OperationError `invalid` that names what is there.
 */
export function readHeader(
  scope: Scope,
  model: TableModel,
  header: readonly string[],
  map: Readonly<Record<string, string>> | undefined,
): readonly Column[] {
  const twice = header.find((name, at) => name.trim() !== '' && header.indexOf(name) !== at)
  if (twice !== undefined) throw refusal('import.header_twice', { header: twice })
  const columns = map ? mapped(scope, model, header, map) : matched(model, header)
  if (columns.length === 0)
    throw refusal('import.nothing_mapped', {
      table: model.label[scope.language],
      headers: header.join(', '),
      fields: fieldNames(model),
    })
  const missing = model.fields.filter(
    (field) => model.key.includes(field.name) && field.required && !columns.some((column) => column.field === field),
  )
  if (missing.length > 0)
    throw refusal('import.key_missing', { fields: missing.map((field) => field.label[scope.language]).join(', ') })
  return columns
}

type ImportText =
  | 'import.header_twice'
  | 'import.nothing_mapped'
  | 'import.key_missing'
  | 'import.header_missing'
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
    const field = writableColumns(model).find((one) => one.name === name)
    if (!field) {
      const hint = hintOf(
        scope,
        name,
        writableColumns(model).map((one) => one.name),
      )
      throw refusal('import.field_unknown', {
        table: model.label[scope.language],
        field: name,
        hint,
        fields: fieldNames(model),
      })
    }
    const exact = header.indexOf(title)
    const at = exact >= 0 ? exact : header.findIndex((one) => one.trim() === title.trim())
    if (at < 0)
      throw refusal('import.header_missing', {
        header: title,
        hint: hintOf(scope, title, header),
        headers: header.join(', '),
      })
    return columnOf(field, at, title)
  })
}

function matched(model: TableModel, header: readonly string[]): readonly Column[] {
  const columns: Column[] = []
  header.forEach((title, at) => {
    const field = writableColumns(model).find((one) => namesOf(one).includes(plain(title)))
    if (!field) return
    if (columns.some((column) => column.field === field)) throw refusal('import.header_twice', { header: title })
    columns.push(columnOf(field, at, title))
  })
  return columns
}

const plain = (title: string): string => trimText(title).normalize('NFC').toLowerCase()
const namesOf = (field: FieldModel): readonly string[] => [field.name, ...Object.values(field.label)].map(plain)

/** "Did you mean …?", or nothing when nothing is near. */
function hintOf(scope: Scope, wrong: string, names: readonly string[]): string {
  const near = names
    .map((name) => ({ name, far: distance(plain(wrong), plain(name)) }))
    .sort((one, other) => one.far - other.far)[0]
  return near && near.far <= Math.max(2, wrong.length / 3) ? t(scope.language, 'import.hint', { name: near.name }) : ''
}

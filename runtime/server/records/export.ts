/** The operation behind `export`: the rows a list query finds, all of them, as CSV or a workbook in pieces. */
import {
  fullTitleName,
  kinds,
  languages,
  linesOf,
  refersToMany,
  visibleColumns,
  type FieldModel,
  type Language,
  type ListQuery,
  type StoredValue,
  type TableModel,
} from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { rowId, type Row } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { isNumberField, plainText, type CsvColumn, type CsvShape } from '../core/models/csv-rows.ts'
import { byteOrderMark, csvLine, safeCell } from '../core/models/csv.ts'
import type { RowShape } from '../core/models/row-shape.ts'
import { labelColumn, labelledLists, labelledRelations, rowShape } from '../core/models/table-shapes.ts'
import type { Scope } from '../operation/scope.ts'
import { restrictList } from './accessible.ts'
import { viewOf } from './policy/policy.ts'
import { lineTableOf, readLines as readStoredLines } from './lines/read.ts'
import { exportStatement, rowsByIds } from './query/page.ts'
import { planQuery } from './query/plan.ts'
import { readLines, readRowsByKey, refuseOverBudget } from './query/run.ts'
import { targetIds } from './relations/relations.ts'
import { writeWorkbook, type WorkbookColumn } from './spreadsheet/write-workbook.ts'

/** The part of the records that the file contains. */
export interface ExportChoice {
  /** Names of fields, in the order of the columns. Absent = all of them. */
  readonly columns?: readonly string[]
  /** A field with lines: the file has a row for each line. Absent = a row for each record. */
  readonly lines?: string
}

/**
 * UTF-8 text with a byte order mark, labels in the caller's language in the first line, relations by their label, all
 * rows as they were at one moment. `page` and `limit` of the query have no effect. Throws an OperationError `bad_query`
 * before the first piece, also when finding the first rows takes too long.
 */
export async function exportCsv(
  scope: Scope,
  model: TableModel,
  query: ListQuery,
  choice: ExportChoice = {},
): Promise<AsyncIterableIterator<Buffer, void>> {
  const { columns, rows } = await openExport(scope, model, query, choice, 'csv')
  const header = csvLine(columns.map(({ label }) => safeCell(label, false)))
  const { value: first } = await rows.next()
  return withFirst([Buffer.from(byteOrderMark + header), ...(first ? [first] : [])], rows)
}

/** The same as a workbook with one sheet. Numbers, days and moments are such, all else is text. */
export async function exportXlsx(
  scope: Scope,
  model: TableModel,
  query: ListQuery,
  choice: ExportChoice = {},
): Promise<AsyncIterableIterator<Buffer, void>> {
  const { columns, rows } = await openExport(scope, model, query, choice, 'json')
  const { value: first } = await rows.next()
  const name = model.label[scope.language]
  const workbook = { name, columns: columns.map(workbookColumn) }
  return writeWorkbook(withFirst(first ? [first] : [], rows), workbook)
}

interface OpenExport {
  readonly columns: readonly Column[]
  readonly rows: AsyncGenerator<Buffer, void>
}

async function openExport(
  scope: Scope,
  model: TableModel,
  query: ListQuery,
  { columns: names, lines: field }: ExportChoice,
  format: 'csv' | 'json',
): Promise<OpenExport> {
  if (query.deleted) throw new OperationError('bad_query')
  // The rows leave in order as they are found, which the search index cannot do.
  const plan = { ...planQuery(scope, model, query, await restrictList(scope, model, query, 'export')), search: null }
  // Guard T81: exports stay within the budget of comparisons.
  await refuseOverBudget(scope, plan)
  const own = chosenColumns(exportColumns(scope, plan.model), names)
  const lists = labelledLists(plan.model, scope.registry)
  const read = (columns: readonly Column[], rowFormat: 'csv' | 'json') => {
    const csv: CsvShape = { columns, language: scope.language, timeZone: scope.settings.timeZone, format: rowFormat }
    const rows = exportStatement(scope.database, plan, readShape(scope, plan.model, columns), lists)
    return readLines(scope, plan, { rows, csv })
  }
  if (field === undefined) return { columns: own, rows: read(own, format) }
  const id = exportColumns(scope, plan.model).find(({ name }) => name === 'id')
  const ofLines = lineColumns(scope, plan.model, field)
  if (!id || !ofLines) throw new OperationError('bad_query')
  const columns = [...own, ...ofLines.columns]
  return {
    columns,
    rows: joinLines(scope, read([id, ...own], 'json'), { ...ofLines, model: plan.model, field, columns, own, format }),
  }
}

/** @throws an OperationError `bad_query` where there is no such column */
function chosenColumns(columns: readonly Column[], names: readonly string[] | undefined): readonly Column[] {
  if (names === undefined) return columns
  const selection = names.flatMap((name) => columns.find(({ source }) => source.name === name) ?? [])
  if (selection.length !== names.length || names.length === 0) throw new OperationError('bad_query')
  return selection
}

function workbookColumn({ field, label }: Column): WorkbookColumn {
  const width = Math.min(60, Math.max(10, label.length * 2))
  const column = { header: label, width }
  const { calendar } = kinds[field.kind]
  if (calendar === 'day') return { ...column, type: 'day', format: 'yyyy-mm-dd', width: 12 }
  if (calendar === 'moment') return { ...column, type: 'moment', format: 'yyyy-mm-dd hh:mm:ss', width: 20 }
  if (!isNumberField(field)) return { ...column, type: 'text', width: Math.max(16, width) }
  const digits = field.scale ?? 0
  return { ...column, type: 'number', format: digits === 0 ? '0' : `0.${'0'.repeat(digits)}` }
}

/** Columns of the lines of a field; null where the caller sees none. */
function lineColumns(scope: Scope, model: TableModel, name: string) {
  const field = visibleLines(model).find((candidate) => candidate.name === name)
  if (!field) return null
  const { model: table, owner } = lineTableOf(scope.registry, model, name)
  const lists = new Set(labelledLists(table, scope.registry).map(({ field: list }) => list.name))
  const left = new Set(['id', owner, ...lists])
  const columns = exportColumns(scope, viewOf(scope, table, 'index')).filter(({ source }) => !left.has(source.name))
  const prefix = field.label[scope.language]
  const labels = new Set(exportColumns(scope, model).map(({ label }) => label))
  const params = (column: string) => ({ table: prefix, column })
  return {
    table,
    columns: columns.map((column) =>
      labels.has(column.label)
        ? { ...column, label: t(scope.language, 'mail.column_of', params(column.label)) }
        : column,
    ),
  }
}

const visibleLines = (model: TableModel): readonly FieldModel[] => linesOf(model).filter((field) => !field.private)

interface LineJoin {
  /** The table of the records. */
  readonly model: TableModel
  readonly table: TableModel
  readonly field: string
  readonly columns: readonly Column[]
  readonly own: readonly Column[]
  readonly format: 'csv' | 'json'
}

/** Lines that are read together. */
const maxLinesRead = 500

/**
 * A row for each line, with what the file has of its record before it; one row for a record without lines.
 * @param records lines of JSON: the id, then the columns of the record
 */
async function* joinLines(
  scope: Scope,
  records: AsyncGenerator<Buffer, void>,
  { model, table, field, columns, own, format }: LineJoin,
): AsyncGenerator<Buffer, void> {
  const { database, settings, language } = scope
  const ofLines = columns.slice(own.length)
  const shape = rowShape(table, scope.registry)
  const numbers = columns.map((column) => isNumberField(column.field))
  const write = (cells: readonly string[]): string =>
    format === 'json'
      ? `${JSON.stringify(cells)}\n`
      : csvLine(cells.map((cell, index) => safeCell(cell, numbers[index] === true)))
  const blank = ofLines.map(() => '')
  for await (const batch of records) {
    const rows = JSON.parse(`[${String(batch).trimEnd().replaceAll('\n', ',')}]`) as readonly (readonly string[])[]
    const byOwner = await readStoredLines(
      scope,
      model,
      database.query,
      field,
      rows.map(([id]) => Number(id)),
    )
    const ids = [...byOwner.values()].flat().map(rowId)
    const byId = new Map<number, Row>()
    for (let start = 0; start < ids.length; start += maxLinesRead) {
      const part = rowsByIds(database, table, shape, ids.slice(start, start + maxLinesRead))
      for (const row of await readRowsByKey(scope, part)) byId.set(rowId(row), row)
    }
    let text = ''
    for (const [id, ...cells] of rows) {
      const lines = byOwner.get(Number(id)) ?? []
      if (lines.length === 0) text += write([...cells, ...blank])
      for (const line of lines) {
        const row = byId.get(rowId(line)) ?? line
        text += write([
          ...cells,
          ...ofLines.map((column) => plainText(column.field, row[column.name] ?? null, settings, language)),
        ])
      }
    }
    if (text !== '') yield Buffer.from(text)
  }
}

/** The first pieces, then the others, which end with the iterator also when it ends before its first piece. */
function withFirst(
  first: readonly Buffer[],
  others: AsyncGenerator<Buffer, void>,
): AsyncIterableIterator<Buffer, void> {
  const waiting = [...first]
  const pieces: AsyncIterableIterator<Buffer, void> = {
    next: async () => {
      const value = waiting.shift()
      return value ? { value, done: false } : others.next()
    },
    return: () => others.return(),
    [Symbol.asyncIterator]: () => pieces,
  }
  return pieces
}

interface Column extends CsvColumn {
  readonly label: string
  /** The field of the table, which of a relation is the one that refers. */
  readonly source: FieldModel
}

/**
 * Every visible column but version and weight, which mean nothing outside, and the full title, which repeats others;
 * lines have no cell.
 */
function exportColumns({ registry, language }: Scope, model: TableModel): readonly Column[] {
  const labelled = new Map(labelledRelations(model, registry).map((relation) => [relation.field.name, relation]))
  const lists = new Map(labelledLists(model, registry).map((relation) => [relation.field.name, relation]))
  const fields = visibleColumns(model).filter((field) => !['version', fullTitleName, model.sort].includes(field.name))
  return fields.map((source) => {
    const target = labelled.get(source.name)
    const isShared = fields.some((other) => other !== source && other.label[language] === source.label[language])
    const label = isShared ? distinctLabel(source, language) : source.label[language]
    const list = lists.get(source.name)
    if (list)
      return { name: labelColumn(list.relation.as), field: listOfTexts(list.label), hasFewValues: false, label, source }
    return target
      ? { name: labelColumn(target.relation.as), field: target.label, hasFewValues: true, label, source }
      : { name: source.name, field: source, hasFewValues: source.options !== undefined, label, source }
  })
}

/** The titles of several records as a value of its own: a list of texts. */
const listOfTexts = ({ name, label }: FieldModel): FieldModel => ({
  name,
  kind: 'tags',
  label,
  required: false,
  readOnly: false,
  private: false,
  implicit: false,
})

/** The header of a field that shares its label with another one. */
export const distinctLabel = ({ label, name }: FieldModel, language: Language): string => `${label[language]} (${name})`

/** The columns that the file needs, and no others. */
function readShape({ registry }: Scope, model: TableModel, columns: readonly Column[]): RowShape {
  const names = new Set(columns.map(({ name }) => name))
  const { columns: own, relations } = rowShape(model, registry)
  return {
    columns: own.filter(({ name }) => names.has(name)),
    relations: relations.map((relation) => ({ ...relation, fullTitleColumn: null, deletedColumn: null })),
  }
}

/** Name of the file, for example `商品.csv`. */
export function exportName(scope: Scope, model: TableModel, format: 'csv' | 'xlsx'): string {
  return `${model.label[scope.language]}.${format}`
}

/** True for a cell as CSV has it, and for one as a workbook has it: a number has no zeros at its end there. */
function isWritten(cell: string, field: FieldModel, text: string): boolean {
  if (cell === text || cell === safeCell(text, isNumberField(field))) return true
  if (kinds[field.kind].calendar === 'moment') return text === `${cell} 00:00:00`
  return isNumberField(field) && exactNumber.test(text) && exactNumber.test(cell) && Number(cell) === Number(text)
}

/** At most 15 digits, all of which a spreadsheet keeps. */
const exactNumber = /^-?(?=(?:\D*\d){1,15}\D*$)\d+(?:\.\d+)?$/

/** A target by table and id, whether it is deleted or not; undefined where there is none. */
type FindLabelled = (table: string, id: number) => Row | undefined

/** Names of the columns of an export, and whether a cell reads as an export would write the value. */
export interface ExportedTexts {
  readonly columns: readonly FieldModel[]
  isText(cell: string, field: FieldModel, value: StoredValue, findTarget: FindLabelled): boolean
}

export function exportedTexts(scope: Scope, model: TableModel): ExportedTexts {
  const view = viewOf(scope, model, 'index')
  const columns = exportColumns(scope, view)
  const byName = new Map(columns.map((column) => [column.source.name, column]))
  const textOf = (
    { field, source }: { field: FieldModel; source: FieldModel },
    value: StoredValue,
    find: FindLabelled,
  ): StoredValue => {
    const { relation } = source
    if (source === field || !relation || value === null) return value
    if (!refersToMany(source)) return find(relation.table, Number(value))?.[relation.show] ?? null
    const targets = targetIds(source, value).map((id) => find(relation.table, id))
    return JSON.stringify(targets.filter((target) => target !== undefined).map((target) => target[relation.show] ?? ''))
  }
  return {
    columns: columns.map(({ source }) => source),
    isText(cell, { name }, stored, find) {
      const column = byName.get(name)
      if (!column) return false
      const value = textOf(column, stored, find)
      return languages.some((language) =>
        isWritten(cell, column.field, plainText(column.field, value, scope.settings, language)),
      )
    },
  }
}

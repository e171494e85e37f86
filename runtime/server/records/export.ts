/** The operation behind `export`: the rows a list query finds, all of them, as CSV in pieces. */
import {
  fullTitleName,
  languages,
  refersToMany,
  visibleColumns,
  type FieldModel,
  type Language,
  type ListQuery,
  type StoredValue,
  type TableModel,
} from '../../protocol/index.ts'
import type { Row } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { cellText, type CsvColumn, type CsvShape } from '../core/models/csv-rows.ts'
import { byteOrderMark, csvLine, safeCell } from '../core/models/csv.ts'
import type { RowShape } from '../core/models/row-shape.ts'
import { labelColumn, labelledLists, labelledRelations, rowShape } from '../core/models/table-shapes.ts'
import type { Scope } from '../operation/scope.ts'
import { restrictList } from './accessible.ts'
import { viewOf } from './policy/policy.ts'
import { exportStatement } from './query/page.ts'
import { planQuery } from './query/plan.ts'
import { readLines, refuseOverBudget } from './query/run.ts'
import { targetIds } from './relations/relations.ts'

/**
 * UTF-8 text with a byte order mark, labels in the caller's language in the first line, relations by their label, all
 * rows as they were at one moment. `page` and `limit` of the query have no effect. Throws an OperationError `bad_query`
 * before the first piece, also when finding the first rows takes too long.
 */
export async function exportCsv(
  scope: Scope,
  model: TableModel,
  query: ListQuery,
): Promise<AsyncIterableIterator<Buffer, void>> {
  if (query.deleted) throw new OperationError('bad_query')
  // The rows leave in order as they are found, which the search index cannot do.
  const plan = { ...planQuery(scope, model, query, await restrictList(scope, model, query, 'export')), search: null }
  // Guard T81: exports stay within the budget of comparisons.
  await refuseOverBudget(scope, plan)
  const columns = exportColumns(scope, plan.model)
  const csv: CsvShape = { columns, language: scope.language, timeZone: scope.settings.timeZone }
  const lists = labelledLists(plan.model, scope.registry)
  const rows = exportStatement(scope.database, plan, readShape(scope, plan.model, columns), lists)
  const lines = readLines(scope, plan, { rows, csv })
  const header = csvLine(columns.map(({ label }) => safeCell(label, false)))
  const { value: first } = await lines.next()
  return withFirst([Buffer.from(byteOrderMark + header), ...(first ? [first] : [])], lines)
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
export function exportName(scope: Scope, model: TableModel): string {
  return `${model.label[scope.language]}.csv`
}

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
      return languages.some((language) => cellText(column.field, value, scope.settings, language) === cell)
    },
  }
}

/** The operation behind `export`: the rows a list query finds, all of them, as CSV in pieces. */
import { fullTitleName, visibleColumns, type ListQuery, type TableModel } from '../../protocol/index.ts'
import { OperationError } from '../errors/operation-error.ts'
import type { CsvColumn, CsvShape } from '../models/csv-rows.ts'
import { byteOrderMark, csvLine, safeCell } from '../models/csv.ts'
import type { RowShape } from '../models/row-shape.ts'
import { labelColumn, labelledRelations, rowShape } from '../models/shapes.ts'
import type { Scope } from '../operation/scope.ts'
import { restrictList } from './accessible.ts'
import { exportStatement } from './query/page.ts'
import { planQuery } from './query/plan.ts'
import { readLines, refuseOverBudget } from './query/run.ts'

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
  await refuseOverBudget(scope, plan)
  const columns = columnsOf(scope, plan.model)
  const csv: CsvShape = { columns, language: scope.language, timeZone: scope.settings.timeZone }
  const rows = exportStatement(scope.database, plan, readShape(scope, plan.model, columns))
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
}

/**
 * Every visible column but version and weight, which mean nothing outside, and the full title, which repeats others;
 * lines have no cell.
 */
function columnsOf({ registry, language }: Scope, model: TableModel): readonly Column[] {
  const labelled = new Map(labelledRelations(model, registry).map((one) => [one.field.name, one]))
  return visibleColumns(model)
    .filter((field) => !['version', fullTitleName, model.sort].includes(field.name))
    .map((field) => {
      const target = labelled.get(field.name)
      const label = field.label[language]
      return target
        ? { name: labelColumn(target.relation.as), field: target.label, hasFewValues: true, label }
        : { name: field.name, field, hasFewValues: field.options !== undefined, label }
    })
}

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

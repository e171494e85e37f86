/** The operation behind `export`: the rows a list query finds, all of them, as CSV in pieces. */
import { setImmediate as breathe } from 'node:timers/promises'
import {
  columnType,
  kinds,
  visibleColumns,
  type FieldModel,
  type ListQuery,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import { byteOrderMark, csvLine, safeCell } from './csv.ts'
import { idsStatement, rowsByIds } from '../query/page.ts'
import { OperationError } from '../../errors/operation-error.ts'
import { restrictList } from '../accessible.ts'
import { planQuery, type Plan } from '../query/plan.ts'
import { readRows, readRowsByKey, refuseOverBudget } from '../query/run.ts'
import type { Scope } from '../../operation/scope.ts'
import { labelColumn, labelledRelations, rowShape } from '../../models/shapes.ts'

/** Rows read and written at once; other requests run between the batches. */
const batchSize = 500

/**
 * UTF-8 text with a byte order mark, labels in the caller's language in the first line, relations by their label. The
 * ids are read first, so that the rows keep their order during concurrent writes; rows deleted meanwhile are omitted.
 * `page` and `limit` of the query have no effect. Throws an OperationError `bad_query` before the first piece,
 * also when finding the rows takes too long.
 */
export async function exportCsv(scope: Scope, model: TableModel, query: ListQuery): Promise<AsyncIterable<string>> {
  if (query.deleted) throw new OperationError('bad_query')
  const plan = planQuery(scope, model, query, await restrictList(scope, model, query, 'export'))
  await refuseOverBudget(scope, plan)
  return csvPieces(scope, plan, await idsOf(scope, plan))
}

async function* csvPieces(scope: Scope, plan: Plan, ids: Float64Array): AsyncGenerator<string, void> {
  const columns = columnsOf(scope, plan.model)
  yield byteOrderMark + csvLine(columns.map((column) => safeCell(column.label, false)))
  // The next batch is read while this one is written.
  let ahead = readBatch(scope, plan, ids, 0)
  for (let start = 0; start < ids.length; start += batchSize) {
    const rows = await ahead
    ahead = readBatch(scope, plan, ids, start + batchSize)
    yield linesOf(columns, rows)
    await breathe()
  }
}

interface Column {
  readonly label: string
  readonly text: (row: Row) => string
}

/** Every visible column but version and weight, which mean nothing outside; lines have no cell. */
function columnsOf(scope: Scope, model: TableModel): readonly Column[] {
  const labelled = new Map(labelledRelations(model, scope.registry).map((one) => [one.field.name, one]))
  return visibleColumns(model)
    .filter((field) => field.name !== 'version' && field.name !== model.sort)
    .map((field) => {
      const target = labelled.get(field.name)
      const text = target
        ? cellText(target.label, labelColumn(target.relation.as), scope)
        : cellText(field, field.name, scope)
      return { label: field.label[scope.language], text }
    })
}

/** @param column of the result with the field's value */
function cellText(field: FieldModel, column: string, { settings, language }: Scope): Column['text'] {
  const kind = kinds[field.kind]
  const isNumber = columnType(field) === 'integer' && !field.options
  return (row) => safeCell(kind.toText(kind.toWire(row[column] ?? null, field), field, settings, language), isNumber)
}

async function idsOf(scope: Scope, plan: Plan): Promise<Float64Array> {
  const statement = idsStatement(scope.database, plan, Number.MAX_SAFE_INTEGER)
  const rows = await readRows(scope, plan, statement, 'heavy')
  return Float64Array.from(rows, (row) => Number(row['id']))
}

/** Rows of a batch in order. Lists are padded to one length, so that there is one statement. */
function readBatch(scope: Scope, { model, now }: Plan, all: Float64Array, start: number): Promise<readonly Row[]> {
  const ids = [...all.subarray(start, start + batchSize)]
  const [first] = ids
  if (first === undefined) return Promise.resolve([])
  const filled = [...ids, ...Array<number>(batchSize - ids.length).fill(first)]
  const statement = rowsByIds(scope.database, model, rowShape(model, scope.registry), filled, now)
  const read = readRowsByKey(scope, statement, 'heavy').then((rows) => inOrder(rows, ids))
  // The caller may have gone before the promise rejects; code that awaits it still gets the error.
  read.catch(() => {})
  return read
}

function inOrder(rows: readonly Row[], ids: readonly number[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [row['id'], row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

const linesOf = (columns: readonly Column[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map((column) => column.text(row)))).join('')

/** Name of the file, for example `商品.csv`. */
export function exportName(scope: Scope, model: TableModel): string {
  return `${model.label[scope.language]}.csv`
}

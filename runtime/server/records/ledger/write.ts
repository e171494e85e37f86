/** Writes ledger rows: one INSERT that also computes the time, the posting number of the document and the snapshots. */
import { sql, type RawBuilder } from 'kysely'
import { columnType, isColumn, listTopic, type LedgerModel, type TableModel } from '../../../protocol/index.ts'
import { hintTopic, storedValue, targetTable, unitOf, type ListedColumn, type Row } from '../../db/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { LedgerCall } from './call.ts'
import { pathText, joinPaths } from './joined-paths.ts'
import { runRowStatement } from './statement.ts'

/**
 * Writes the rows in their order and returns them as stored. The balances of their keys are locked: the time is read
 * after that, and is never before the last row of the same key.
 * @param undoing the rows contain their snapshots already
 * @throws an OperationError `bad_state` when another request posted the document or reversed a row at the same moment
 */
export async function writeRows(
  call: LedgerCall,
  table: TableModel,
  ledger: LedgerModel,
  rows: readonly Row[],
  undoing: boolean,
): Promise<readonly Row[]> {
  try {
    const columns = listedColumns(table, ledger, undoing)
    const now = (call.clock ?? nowSeconds)()
    const empty = Object.fromEntries(columns.map(({ name }) => [name, null]))
    const written = await runRowStatement(
      call,
      [...columns, { name: '_now', type: 'integer' }],
      (list) => insert(list, columns, table, ledger, undoing),
      rows.map((row) => ({ ...row, _now: now })),
    )
    for (const id of listedIn(call, table, ledger)) hintTopic(listTopic(id))
    const inOrder = [...written].sort((left, right) => Number(left['id']) - Number(right['id']))
    // The statement returns one row for each given one, in their order.
    return inOrder.map((row, index) => ({ ...empty, ...rows[index], ...row }))
  } catch (error) {
    const problem = call.scope.database.adapter.problemOf(error)
    if (problem?.kind === 'unique' && (problem.table === null || problem.table === table.table))
      throw new OperationError('bad_state')
    throw error
  }
}

/** The entities whose lists show what a posting writes. */
const listedIn = ({ scope }: LedgerCall, { id }: TableModel, { balances }: LedgerModel): readonly string[] => {
  const tables = new Set(balances.map(({ table }) => table))
  return [id, ...scope.registry.list.filter(({ table }) => tables.has(table)).map((model) => model.id)]
}

/** What the rows bring along: the rest the statement finds out itself. */
function listedColumns(table: TableModel, ledger: LedgerModel, undoing: boolean): readonly ListedColumn[] {
  const snapshots = undoing ? [] : ledger.snapshots
  const own = ['id', 'version', table.created, ledger.document.seq, ...snapshots.map(({ column }) => column)]
  return table.fields
    .filter((field) => isColumn(field) && !own.includes(field.name))
    .map((field): ListedColumn => ({ name: field.name, type: columnType(field) }))
}

function createdOf({ id, created }: TableModel): string {
  if (created === null) throw new TypeError(`${id} has no creation time`)
  return created
}

function insert(
  list: RawBuilder<unknown>,
  columns: readonly ListedColumn[],
  table: TableModel,
  ledger: LedgerModel,
  undoing: boolean,
): RawBuilder<unknown> {
  const snapshots = undoing ? [] : ledger.snapshots
  const joined = joinPaths(
    snapshots.flatMap(({ paths }) => paths),
    (column) => sql.ref(`r.${column}`),
  )
  const values: readonly (readonly [string, RawBuilder<unknown>])[] = [
    ...columns.map(({ name }): [string, RawBuilder<unknown>] => [name, sql.ref(`r.${name}`)]),
    ...snapshots.map(({ column, paths }): [string, RawBuilder<unknown>] => [column, pathText(paths, joined)]),
    [createdOf(table), sql`coalesce(r._later, r._now)`],
    ...(ledger.document.seq === null ? [] : [[ledger.document.seq, sql`c._seq`] as [string, RawBuilder<unknown>]]),
  ]
  const storedValues = values.map(([name, value]) => storedValue(table.table, name, value))
  const returned = ['id', ...values.slice(columns.length).map(([name]) => name)]
  return sql`insert into ${targetTable(table.table)} (${sql.join(values.map(([name]) => sql.id(name)))})
    with _rows as (select * from ${list}) select ${sql.join(storedValues)}
    from (select d.*, ${nextMoment(table, ledger)} as _later
      from _rows as d) as r ${nextCount(table, ledger)} ${joined.joins} where true order by r._n
        returning ${sql.join(returned.map((name) => sql`${unitOf(table.table, name, null)} as ${sql.id(name)}`))}`
}

/**
 * The time of the last row of the same key, if it is later than now. Used once: SQLite would evaluate it for every use.
 */
function nextMoment(table: TableModel, ledger: LedgerModel): RawBuilder<unknown> {
  const same = ledger.dimensions.map((column) => sql`${sql.ref(`l.${column}`)} = ${sql.ref(`d.${column}`)}`)
  const moment = sql.ref(`l.${createdOf(table)}`)
  return sql`(select case when ${moment} > d._now then ${moment} end from ${sql.table(table.table)} as l
    where ${sql.join(same, sql` and `)} order by l.id desc limit 1)`
}

/** The number of this posting among those of its document, found once for all rows. */
function nextCount(table: TableModel, { document }: LedgerModel): RawBuilder<unknown> {
  if (document.seq === null) return sql``
  const same = [document.kind, document.id].map(
    (column) => sql`${sql.ref(`l.${column}`)} = (select ${sql.id(column)} from _rows where _n = 0)`,
  )
  return sql`cross join (select coalesce(max(${sql.ref(`l.${document.seq}`)}), 0) + 1 as _seq
    from ${sql.table(table.table)} as l where ${sql.join(same, sql` and `)}) as c`
}

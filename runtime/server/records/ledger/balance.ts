/**
 * Updates balances. Rows are locked in the order of their keys (missing ones are created with 0), then one conditional
 * UPDATE adds the posted amounts and returns the new balances. A row it omits would have fallen below its floor.
 *
 * Locks: a total over others (the stock of a product) FOR NO KEY UPDATE before those it sums up (its stock by shelf),
 * because a table comes after those it refers to. Whoever holds the total needs no lock on the parts.
 */
import { sql, type RawBuilder } from 'kysely'
import { columnType, requireField, type BalanceModel, type TableModel } from '../../../protocol/index.ts'
import { rowId, storedValue, targetTable, unitOf, type Adapter, type ListedColumn, type Row } from '../../db/index.ts'
import type { LedgerBalance, LedgerCall } from './call.ts'
import type { Movement } from './movement.ts'
import { hasSingleWriter } from '../../operation/lock-rows.ts'
import { toStorable } from './amount.ts'
import { refuseShort } from './shortage.ts'
import { runRowStatement, type BuildStatement } from './statement.ts'

const maxBalance = sql.lit(Number.MAX_SAFE_INTEGER)

/**
 * Adds the movements, which are sorted, and returns the balance after each, in the same order. `isLocked`: their rows,
 * or the totals over them, are locked. Throws an OperationError: `stock_short` with the shortages; `invalid` for sums a
 * column cannot store; `not_found` when the row does not exist.
 */
export async function applyMovements(
  call: LedgerCall,
  ledgerBalance: LedgerBalance,
  movements: readonly Movement[],
  isLocked: boolean,
): Promise<readonly number[]> {
  const { table, balance } = ledgerBalance
  const moves = movements.map((movement): { readonly key: string; readonly row: Row } => ({
    key: JSON.stringify(movement.key),
    row: rowOf(movement, toStorable(movement.delta)),
  }))
  const columns = rowColumns(table, balance)
  const after = new Map<string, number>()
  const left = () => moves.filter(({ key }) => !after.has(key)).map(({ row }) => row)
  const lock = (some: readonly Row[]) =>
    runRowStatement(call, columns, (list, adapter) => lockRows(adapter, list, balance), some)
  const add = async (some: readonly Row[]) => {
    const rows = await runRowStatement(call, columns, (list) => addDeltas(list, balance), some)
    for (const row of rows)
      after.set(JSON.stringify(balance.key.map(({ column }) => row[column] ?? null)), Number(row[balance.field]))
  }
  // Where nobody else can post to them, only rows that do not exist yet are missing afterwards.
  if (hasSingleWriter(call.scope.database) || isLocked) await add(left())
  if (left().length > 0) {
    await lock(left())
    await add(left())
  }
  const short = left()
  if (short.length > 0) return refuseShort(call, ledgerBalance, columns, short)
  // Nothing is left, so every key has its new balance.
  return moves.map(({ key }) => after.get(key)!)
}

/**
 * Locks balances without changing them, and creates those that postings create. Of a posting these are the totals, also
 * those that do not change (a move within the warehouse changes shelves only): what is derived from the rows of a
 * product is written under this lock.
 */
export async function lockBalances(
  call: LedgerCall,
  table: TableModel,
  balance: BalanceModel,
  movements: readonly Movement[],
): Promise<void> {
  const rows = movements.map((movement) => rowOf(movement, 0))
  const columns = rowColumns(table, balance)
  await runRowStatement(call, columns, (list, adapter) => lockRows(adapter, list, balance), rows)
}

/** True when each key of the balance belongs to one key of the total: its columns contain those of the total. */
export const isTotalOf = (total: BalanceModel, balance: BalanceModel): boolean =>
  total !== balance && total.key.every(({ from }) => balance.key.some((part) => part.from === from))

/** Stores the last ledger row of each key, for balances with such a column. */
export async function writeLastRows(
  call: LedgerCall,
  table: TableModel,
  balance: BalanceModel,
  movements: readonly Movement[],
  written: readonly Row[],
): Promise<void> {
  if (balance.last === null) return
  // One row was written for each entry, in their order.
  const lastOf = ({ entries }: Movement): number => Math.max(...entries.map((entry) => rowId(written[entry]!)))
  const rows = movements.map((movement) => rowOf(movement, lastOf(movement)))
  const last = balance.last
  const build: BuildStatement = (list) =>
    sql`update ${targetTable(balance.table)} as b set ${sql.id(last)} = d._delta from ${list}
      where ${sameKey(balance)}`
  await runRowStatement(call, rowColumns(table, balance), build, rows)
}

const rowOf = ({ key }: Movement, delta: number): Row => ({
  ...Object.fromEntries(key.map((part, index) => [`_${index}`, part])),
  _delta: delta,
})

function rowColumns(table: TableModel, balance: BalanceModel): readonly ListedColumn[] {
  const key = balance.key.map(({ from }, index): ListedColumn => ({
    name: `_${index}`,
    type: columnType(requireField(table, from)),
  }))
  return [...key, { name: '_delta', type: 'integer' }]
}

/** Condition that a row of the balance `b` is the one of the movement `d`. */
const sameKey = ({ key }: BalanceModel): RawBuilder<unknown> =>
  sql.join(
    key.map(({ column }, index) => sql`${sql.ref(`b.${column}`)} = ${sql.ref(`d._${index}`)}`),
    sql` and `,
  )

/**
 * Balances that are created by the first posting are inserted and locked at once: the attempt to insert locks an
 * existing row.
 */
function lockRows(adapter: Adapter, rows: RawBuilder<unknown>, balance: BalanceModel): RawBuilder<unknown> | null {
  const { table, field, key } = balance
  if (!balance.creates) {
    const end = adapter.rowLock('write', ['b'])
    const select = sql`select b.id from ${sql.table(table)} as b join ${rows} on ${sameKey(balance)} order by d._n`
    return end && sql`${select} ${end}`
  }
  const columns = key.map(({ column }) => sql.id(column))
  const values = key.map((_part, index) => sql.ref(`d._${index}`))
  return sql`insert into ${targetTable(table)} (${sql.join(columns)}, ${sql.id(field)})
    select ${sql.join(values)}, 0 from ${rows} where true order by d._n
    on conflict (${sql.join(columns)}) do update set ${sql.id(field)} = 0 where false`
}

function addDeltas(rows: RawBuilder<unknown>, balance: BalanceModel): RawBuilder<unknown> {
  const { table, field, floor, key } = balance
  const current = sql`coalesce(${unitOf(table, field, 'b')}, 0)`
  const least =
    typeof floor === 'string'
      ? sql`coalesce(${unitOf(table, floor, 'b')}, 0)`
      : sql.lit(floor ?? -Number.MAX_SAFE_INTEGER)
  const columns = [...key.map(({ column }) => sql.id(column)), sql`${unitOf(table, field, null)} as ${sql.id(field)}`]
  const raised = sql`${current} + d._delta`
  return sql`update ${targetTable(table)} as b set ${sql.id(field)} = ${storedValue(table, field, raised)} from ${rows}
    where ${sameKey(balance)} and ${raised} >= ${least} and ${raised} <= ${maxBalance}
      returning ${sql.join(columns)}`
}

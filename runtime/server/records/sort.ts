/**
 * The operation behind `sortable`, in both wire variants: `{id, targetId}` swaps two weights, `{move, target, order?,
 * direction}` moves a row to another's position. The order is not part of a record's content: versions stay unchanged.
 */
import { sql, type RawBuilder } from 'kysely'
import type { SortDirection, SortModel, TableModel } from '../../protocol/index.ts'
import { retryTransaction, targetTable, type Row, type Transaction } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { runAfterWrite, runBeforeWrite } from './run-hooks.ts'
import { refuseInaccessible } from './accessible.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { andOwnerSql, andRowsSql, ownerFilterOf } from './policy/policy.ts'
import { idOf } from './read-id.ts'
import type { Operation, Scope } from '../operation/scope.ts'

/**
 * Throws an OperationError: `not_found` for unknown rows, `bad_state` when the list is not ordered by weight or too
 * many rows would have to move on, `invalid` for a body of neither shape.
 */
export async function sort(scope: Scope, model: TableModel, body: Readonly<Record<string, unknown>>): Promise<void> {
  if (model.sort === null) throw notSortable()
  const weight = model.sort
  if (Object.hasOwn(body, 'targetId')) {
    const pair = pairOf(body['id'], body['targetId'])
    return writeSorted(scope, model, pair, (trx, visibleRows) =>
      swapWeights({ scope, model, trx }, weight, pair, visibleRows),
    )
  }
  const pair = pairOf(body['move'], body['target'])
  const [move, target] = pair
  const { direction } = body
  if (direction !== 'up' && direction !== 'down') throw new OperationError('invalid')
  const order = orderOf(model, body['order'])
  if (order.field !== weight) throw notSortable()
  return writeSorted(scope, model, pair, (trx, visibleRows) =>
    moveRow(scope, model, trx, weight, { move, target, order: order.direction, direction, seen: visibleRows }),
  )
}

async function writeSorted(
  scope: Scope,
  model: TableModel,
  ids: readonly [number, number],
  work: (trx: Transaction, visibleRows: VisibleRows) => Promise<void>,
): Promise<void> {
  await oneAtATime(scope, async () => writeAlone(scope, model, ids, work))
}

async function writeAlone(
  scope: Scope,
  model: TableModel,
  ids: readonly [number, number],
  work: (trx: Transaction, visibleRows: VisibleRows) => Promise<void>,
): Promise<void> {
  // Guard T20: one sorts what one sees.
  await refuseInaccessible(scope, model, ids, 'sortable')
  const live = model.softDelete === null ? sql`` : sql` and ${sql.id(model.softDelete)} is null`
  const owned = andOwnerSql(scope.database.adapter, await ownerFilterOf(scope, model))
  const visibleRows = sql`${live}${owned}${andRowsSql(scope, model, 'sortable')}`
  await scope.database.write(async (trx) => {
    await runBeforeWrite(scope, model, trx, { action: 'sortable', ids })
    await work(trx, visibleRows)
    await runAfterWrite(scope, model, trx, { action: 'sortable', ids, changed: new Set() })
  })
}

/** How many rows may move on with one. */
const maxMoved = 50_000

/** Throws an OperationError where more rows than that would have to move. */
async function refuseMany(model: TableModel, trx: Transaction, condition: RawBuilder<unknown>): Promise<void> {
  const some = sql`select id from ${sql.table(model.table)} where ${condition} limit ${sql.lit(maxMoved + 1)}`
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${some}) as _moved`.execute(trx)
  if (Number(rows[0]?.n ?? 0) > maxMoved)
    throw new OperationError('bad_state', { text: 'problem.sort_too_many', params: { limit: maxMoved } })
}

/** ` and …`: the rows a caller may move, and move others around; the weights of no others change. */
type VisibleRows = RawBuilder<unknown>

const notSortable = (): OperationError => new OperationError('bad_state', { text: 'problem.not_sortable' })

function pairOf(first: unknown, other: unknown): readonly [number, number] {
  const pair = [idOf(first), idOf(other)] as const
  if (pair[0] === null || pair[1] === null) throw new OperationError('not_found')
  if (pair[0] === pair[1]) throw new OperationError('invalid')
  return [pair[0], pair[1]]
}

/** The sort in force is the posted one; without one it is the table's own. */
function orderOf(model: TableModel, posted: unknown): SortModel {
  if (posted === undefined || posted === null || posted === '') return model.list.sort
  const [, field, direction = 'asc'] = /^(\w+)(?:,(asc|desc))?$/i.exec(String(posted)) ?? []
  if (!field) throw new OperationError('bad_query')
  return { field, direction: direction.toLowerCase() as SortDirection }
}

async function weightsOf(
  model: TableModel,
  trx: Transaction,
  weight: string,
  ids: readonly [number, number],
): Promise<readonly [number, number]> {
  const query = trx
    .selectFrom(model.table)
    .select(['id', weight])
    .where('id', 'in', [...ids])
  const rows = await (model.softDelete === null ? query : query.where(model.softDelete, 'is', null)).execute()
  const [first, other] = ids.map((id) => rows.find((row: Row) => row['id'] === id)?.[weight])
  if (first === undefined || other === undefined) throw new OperationError('not_found')
  return [Number(first), Number(other)]
}

/** Rows of equal weight are spread apart first; the order of all rows stays as it was. */
async function swapWeights(
  { scope, model, trx }: Operation,
  weight: string,
  ids: readonly [number, number],
  visibleRows: VisibleRows,
): Promise<void> {
  let [one, other] = await weightsOf(model, trx, weight, ids)
  const isEqual = one === other
  // Where weights are equal, all above them make room.
  const condition = sql`${sql.id(weight)} >= ${one}${visibleRows}`
  if (isEqual) await refuseMany(model, trx, condition)
  await lockWhere(scope, model, trx, isEqual ? condition : sql`id in (${sql.join(ids)})`)
  const locked = await weightsOf(model, trx, weight, ids)
  if (isEqual ? locked[0] !== one || locked[1] !== one : locked[0] === locked[1]) retryTransaction()
  ;[one, other] = locked
  if (isEqual) {
    await spreadEqual(model, trx, weight, one, visibleRows)
    ;[one, other] = await weightsOf(model, trx, weight, ids)
  }
  await setWeight(model, trx, weight, ids[0], other)
  await setWeight(model, trx, weight, ids[1], one)
}

/** Rows of one weight get consecutive weights in the order of their ids, which breaks ties; those above make room. */
async function spreadEqual(
  model: TableModel,
  trx: Transaction,
  weight: string,
  value: number,
  visibleRows: VisibleRows,
): Promise<void> {
  const [table, written] = [sql.table(model.table), targetTable(model.table)]
  const column = sql.id(weight)
  await sql`update ${written}
    set ${column} = ${column} + (select count(*) - 1 from ${table} where ${column} = ${value}${visibleRows})
    where ${column} > ${value}${andSeen(model, visibleRows)}`.execute(trx)
  await sql`update ${written} set ${column} = ${column} + _equals._place
    from (select id as _equal, row_number() over (order by id) - 1 as _place
      from ${table} where ${column} = ${value}${visibleRows}) as _equals
    where _equals._equal = id`.execute(trx)
}

/** What decides about a row is read as everywhere else: a statement that writes names columns as they are stored. */
const andSeen = ({ table }: TableModel, visibleRows: VisibleRows): RawBuilder<unknown> =>
  sql` and exists (select 1 from ${sql.table(table)} as one where one.id = ${sql.id(table, 'id')}${visibleRows})`

/** Locks the rows whose weights change FOR NO KEY UPDATE, in the order of their ids. */
async function lockWhere(
  { database: { adapter } }: Scope,
  model: TableModel,
  trx: Transaction,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const end = adapter.rowLock('write')
  if (end === null) return
  const matching = sql`select id from ${sql.table(model.table)} where ${condition} order by id ${end}`
  await sql`select count(*) from (${matching}) as _locked`.execute(trx)
}

async function setWeight(
  model: TableModel,
  trx: Transaction,
  weight: string,
  id: number,
  value: number,
): Promise<void> {
  await trx
    .updateTable(model.table)
    .set({ [weight]: value })
    .where('id', '=', id)
    .execute()
}

interface Move {
  readonly move: number
  readonly target: number
  readonly order: SortDirection
  readonly direction: 'up' | 'down'
  readonly seen: VisibleRows
}

/**
 * The moved row takes the target's position and the target shifts one step in the drag direction. Rows with the
 * target's weight are spread apart without changing their order; everything after them moves on.
 */
async function moveRow(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  weight: string,
  { move, target, order, direction, seen: visibleRows }: Move,
): Promise<void> {
  const [, base] = await weightsOf(model, trx, weight, [move, target])
  // The side the row comes from also determines the order of rows of equal weight: the list breaks ties by id.
  const isFalling = (order === 'desc') === (direction === 'up')
  const sign = sql.raw(isFalling ? '-' : '+')
  const [table, written] = [sql.table(model.table), targetTable(model.table)]
  const column = sql.id(weight)
  const side = sql.raw(isFalling ? '<=' : '>=')
  await refuseMany(model, trx, sql`${column} ${side} ${base}${visibleRows}`)
  await lockWhere(scope, model, trx, sql`(id = ${move} or (${column} ${side} ${base}${visibleRows}))`)
  if ((await weightsOf(model, trx, weight, [move, target]))[1] !== base) retryTransaction()
  const { rows } = await sql<{
    n: number
    below: number
  }>`select count(*) as n, coalesce(sum(case when id < ${target} then 1 else 0 end), 0) as below
    from ${table} where ${column} = ${base}${visibleRows}`.execute(trx)
  // An aggregate without groups returns exactly one row.
  const counted = rows[0]!
  const [count, below] = [Number(counted.n), Number(counted.below)]
  const offset = isFalling ? count - 1 - below : below
  await sql`update ${written} set ${column} = ${column} ${sign} ${sql.lit(count)}
    where ${column} ${sql.raw(isFalling ? '<' : '>')} ${base} and id <> ${move}${andSeen(model, visibleRows)}`.execute(
    trx,
  )
  await sql`update ${written} set ${column} = ${column} ${sign} _equals._steps
    from (select id as _equal, _place + (case when _place >= ${sql.lit(offset)} then 1 else 0 end) as _steps
      from (select id, row_number() over (order by id ${sql.raw(isFalling ? 'desc' : 'asc')}) - 1 as _place
        from ${table} where ${column} = ${base}${visibleRows}) as _placed) as _equals
    where _equals._equal = id and id <> ${move}`.execute(trx)
  await setWeight(model, trx, weight, move, isFalling ? base - offset : base + offset)
}

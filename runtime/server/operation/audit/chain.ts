/**
 * The log entries of a record form a chain: each has its position and a hash over its text and the hash before it. The
 * table `record_log` has one row per record with the position and hash of its last entry, so that an entry that was
 * changed or removed is noticed, the last one included. Where retention has removed the oldest entries, that row has
 * the position and hash of the last removed one.
 */
import { hash } from 'node:crypto'
import { retryTransaction } from '../../db/store-error.ts'
import type { NewSystemRow, SystemTransaction } from '../access/system-tables.ts'

export type LogRow = NewSystemRow<'admin_log'>

export const chainTable = 'record_log'

/** Columns a hash covers, in this order: what an entry says. An account's id is cleared when the account is removed. */
const hashedColumns = [
  'entity',
  'record_id',
  'position',
  'action',
  'username',
  'title',
  'url',
  'data',
  'ip',
  'useragent',
  'create_time',
] as const

/** SHA-256 as hex; empty and missing are the same, and numbers are decimal texts, however a database stores them. */
export const entryHash = (before: string, row: Pick<LogRow, (typeof hashedColumns)[number]>): string =>
  hash('sha256', `${before}\n${JSON.stringify(hashedColumns.map((name) => String(row[name] ?? '')))}`)

/**
 * Gives the entries of one operation their positions and hashes and moves the ends of their chains. Locks the chain of
 * each record until the transaction ends, in the order of their ids; call it after everything else is locked. The
 * transaction runs again when another one has extended a chain meanwhile.
 * @param rows of one entity, one per record
 * @param write stores the entries with their positions
 */
export async function writeChained<Result>(
  trx: SystemTransaction,
  rows: readonly LogRow[],
  write: (chained: readonly LogRow[]) => Promise<Result>,
): Promise<Result> {
  const sorted = rows.toSorted((left, right) => Number(left.record_id) - Number(right.record_id))
  const ends = await readEnds(trx, sorted)
  const chained = sorted.map((row) => {
    const end = ends.get(Number(row.record_id))
    const position = (end?.position ?? 0) + 1
    return { ...row, position, hash: entryHash(end?.hash ?? '', { ...row, position }) }
  })
  if ((await moveEnds(trx, chained)) < chained.length) retryTransaction()
  return write(chained)
}

interface ChainEnd {
  readonly position: number
  readonly hash: string
}

async function readEnds(trx: SystemTransaction, rows: readonly LogRow[]): Promise<ReadonlyMap<number, ChainEnd>> {
  const ids = rows.map((row) => Number(row.record_id))
  const entity = rows[0]?.entity ?? ''
  const positions = await trx
    .selectFrom(chainTable)
    .select(['record_id', 'position', 'hash'])
    .where('entity', '=', entity)
    .where('record_id', 'in', ids)
    .execute()
  return new Map(positions.map((end) => [end.record_id, end]))
}

/** @returns how many chains ended where this transaction has read */
async function moveEnds(
  trx: SystemTransaction,
  rows: readonly (LogRow & { readonly position: number; readonly hash: string })[],
): Promise<number> {
  const ends = rows.map(({ entity, record_id: record, position, hash }) => ({
    entity: entity ?? '',
    record_id: Number(record),
    position,
    hash,
    version: 1,
  }))
  const moved = await trx
    .insertInto(chainTable)
    .values(ends)
    .onConflict((on) =>
      on
        .columns(['entity', 'record_id'])
        .doUpdateSet(({ ref }) => ({ position: ref('excluded.position'), hash: ref('excluded.hash') }))
        .where(({ eb, ref }) =>
          eb(ref(`${chainTable}.position`), '=', eb(ref('excluded.position'), '-', ref('excluded.version'))),
        ),
    )
    .returning('id')
    .execute()
  return moved.length
}

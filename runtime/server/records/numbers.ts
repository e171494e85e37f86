/**
 * Numbers of new records. Each prefix and day has a counter in a table of its own, so that a number is never assigned
 * twice, even if the record is removed; gaps are allowed. The unique index of the field is the last guard.
 */
import { sql } from 'kysely'
import {
  formatSeconds,
  numberPrefix,
  numberText,
  readNumberPattern,
  type NumberModel,
  type TableModel,
} from '../../protocol/index.ts'
import type { SystemTransaction } from '../access/system-tables.ts'
import { nowSeconds } from '../clock.ts'
import type { Change } from '../operation/change.ts'
import type { Scope } from '../operation/scope.ts'

/** How often a number that is used already (by an import or by hand) is replaced by the next one. */
const maxRetries = 3

/**
 * Runs the work with a number in the change's `overrides`; tables without numbers skip it. The counter is advanced in a
 * short transaction of its own, so that nobody waits for it while a record is written.
 */
export async function withNumber<T>(
  scope: Scope,
  model: TableModel,
  change: Change,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { number } = model
  if (!number || change.overrides.has(number.field)) return work(change)
  for (let retry = 0; ; retry++) {
    const [next] = await scope.database.write((trx) => takeNumbers(trx, number, scope.settings.timeZone, 1))
    try {
      // One number was asked for, so one was taken.
      return await work({ ...change, overrides: new Map([...change.overrides, [number.field, next!]]) })
    } catch (error) {
      const problem = scope.database.adapter.problemOf(error)
      const isTaken = problem?.kind === 'unique' && problem.fields.includes(number.field)
      if (!isTaken || retry >= maxRetries) throw error
    }
  }
}

/** The next numbers, in order. Within a longer transaction, other callers wait until it ends. */
export async function takeNumbers(
  trx: SystemTransaction,
  { pattern }: NumberModel,
  timeZone: string,
  count: number,
): Promise<readonly string[]> {
  const read = readNumberPattern(pattern)
  if (!read) throw new TypeError(`no pattern of numbers: ${pattern}`)
  const day = formatSeconds(nowSeconds(), timeZone).slice(0, 10).replaceAll('-', '')
  const last = await advance(trx, numberPrefix(read, day) || pattern, count)
  return Array.from({ length: count }, (_one, at) => numberText(read, day, last - count + at + 1))
}

/** Advances the counter and returns its value. */
async function advance(trx: SystemTransaction, prefix: string, count: number): Promise<number> {
  const row = await trx
    .insertInto('seq')
    .values({ prefix, value: count, version: 1 })
    .onConflict((conflict) =>
      conflict.column('prefix').doUpdateSet({ value: sql<number>`${sql.ref('seq.value')} + ${sql.lit(count)}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

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
import type { SystemTransaction } from '../operation/access/system-tables.ts'
import type { Transaction } from '../db/index.ts'
import { nowSeconds } from '../core/clock.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import type { Change } from '../operation/change.ts'
import type { Scope } from '../operation/scope.ts'

/** How often a number that is used already (by an import or by hand) is replaced by the next one. */
const maxRetries = 3

/** Puts a number into the overrides of a change; nothing for tables without numbers. */
export type TakeNumber = (trx: Transaction, overrides: Change['overrides']) => Promise<void>

/**
 * Runs a write that asks for its number by `take`, once all that can be refused was checked: a refused save, or the
 * repetition of a request, consumes none. The counter advances in a transaction of its own, so that those who save at
 * the same moment do not wait for each other, and a repeated transaction uses its number again. What is refused after
 * that all the same (a clash of another unique field) gives its number back unless a later one was taken meanwhile. So
 * only a crash, or such a lost race, leaves a gap. With a single writer the counter is part of the transaction.
 */
export async function withNumber<T>(
  scope: Scope,
  { number }: TableModel,
  work: (takeNumber: TakeNumber) => Promise<T>,
): Promise<T> {
  if (!number) return work(() => Promise.resolve())
  const { database } = scope
  let takenNumber: string | null = null
  const takeNumber: TakeNumber = async (trx, overrides) => {
    if (overrides.has(number.field)) return
    const [next = ''] = takenNumber === null ? await reserveNumbers(scope, trx, number, 1) : [takenNumber]
    if (!database.adapter.embedded) takenNumber = next
    overrides.set(number.field, next)
  }
  for (let retry = 0; ; retry++) {
    try {
      return await work(takeNumber)
    } catch (error) {
      const problem = database.adapter.problemOf(error)
      if (problem?.kind === 'unique' && problem.fields.includes(number.field)) {
        // A rolled back counter would offer the same number again.
        if (takenNumber === null) await database.write((trx) => reserveNumbers(scope, trx, number, 1))
        takenNumber = null
        if (retry < maxRetries) continue
      }
      // Any other error leaves it open whether something was stored.
      if (takenNumber !== null && (error instanceof OperationError || problem?.kind === 'unique'))
        await giveBack(scope, number, takenNumber)
      throw error
    }
  }
}

/**
 * The next numbers, in order, for records that the transaction stores. Locks nothing until its end, except where there
 * is a single writer.
 */
export const reserveNumbers = (
  { database, settings }: Pick<Scope, 'database' | 'settings'>,
  trx: Transaction,
  number: NumberModel,
  count: number,
): Promise<readonly string[]> =>
  database.writeApart(trx, (apart) => takeNumbers(apart, number, settings.timeZone, count))

/** Takes the counter back by one if the number is still the last one of today. */
async function giveBack({ database, settings }: Scope, number: NumberModel, takenNumber: string): Promise<void> {
  const { read, day, prefix } = counterOf(number, settings.timeZone)
  const row = await database.query.selectFrom('seq').select('value').where('prefix', '=', prefix).executeTakeFirst()
  const value = Number(row?.['value'] ?? 0)
  if (numberText(read, day, value) !== takenNumber) return
  await database.write((trx) =>
    trx
      .updateTable('seq')
      .set({ value: value - 1 })
      .where('prefix', '=', prefix)
      .where('value', '=', value)
      .execute(),
  )
}

/** The next numbers, in order. Within a longer transaction, other callers wait until it ends. */
export async function takeNumbers(
  trx: SystemTransaction,
  number: NumberModel,
  timeZone: string,
  count: number,
): Promise<readonly string[]> {
  const { read, day, prefix } = counterOf(number, timeZone)
  const last = await advance(trx, prefix, count)
  return Array.from({ length: count }, (_one, index) => numberText(read, day, last - count + index + 1))
}

/** The counter of a pattern today. */
function counterOf({ pattern }: NumberModel, timeZone: string) {
  const read = readNumberPattern(pattern)
  if (!read) throw new TypeError(`no pattern of numbers: ${pattern}`)
  const day = formatSeconds(nowSeconds(), timeZone).slice(0, 10).replaceAll('-', '')
  return { read, day, prefix: numberPrefix(read, day) || pattern }
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

/**
 * Stores the totals of days that are over, so that a year costs no more to show than a week. They can be made again
 * from the ledger at any time: nothing but the dashboard reads them.
 */
import { createJobDefinition, insertMissing, readScan, removeRows } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope, Transaction } from '#generated/wms/server.ts'
import { addDays, dayAt, daysFrom } from './days.ts'
import { lastClosedDay, lastStoredDay } from './stored-days.ts'
import { formTypes, sumIssues, sumTotals, type DayTotal, type ProductIssue } from './totals.ts'

const defineJob = createJobDefinition<Database>()

/** Days that are stored in one transaction. */
const batch = 31

/** Every hour, as the site's time zone may change; it reads one row where there is nothing to do. */
export const closeDays = defineJob({
  name: 'wms/closeDays',
  label: { 'zh-cn': '汇总已结束的日期', en: 'Sum up the days that are over' },
  schedule: { cron: '5 * * * *', payload: null },
  handler: async ({ scope, signal }) => {
    await storeClosedDays(scope, signal)
  },
})

/**
 * Stores what is missing up to the last day that is over. Days another process stored meanwhile stay as they are; those
 * that a clock closed which was ahead are opened again.
 */
export async function storeClosedDays(scope: Scope, signal?: AbortSignal): Promise<void> {
  await reopenDays(scope)
  const first = await firstOpenDay(scope)
  const days = first === null ? [] : daysFrom(first, lastClosedDay(scope))
  for (let at = 0; at < days.length; at += batch) {
    if (signal?.aborted) return
    const part = days.slice(at, at + batch)
    const [totals, issues] = [await sumTotals(scope, part, readScan), await sumIssues(scope, part, readScan)]
    await scope.database.write((trx) => storeDays(trx, scope.settings.timeZone, part, totals, issues))
  }
}

async function reopenDays(scope: Scope): Promise<void> {
  const closed = lastClosedDay(scope)
  const last = await lastStoredDay(scope, null)
  if (last === null || last <= closed) return
  const { database, settings } = scope
  await database.write(async (trx) => {
    for (const table of ['wms_daily', 'wms_daily_product'] as const) {
      const rows = await trx
        .selectFrom(table)
        .select('id')
        .where('time_zone', '=', settings.timeZone)
        .where('day', '>', closed)
        .execute()
      const ids = rows.map(({ id }) => id)
      await removeRows(database, trx, table, ids)
    }
  })
}

async function firstOpenDay(scope: Scope): Promise<string | null> {
  const last = await lastStoredDay(scope)
  if (last !== null) return addDays(last, 1)
  const {
    database,
    settings: { timeZone },
  } = scope
  const first = await database.query
    .selectFrom('wms_inventory_history')
    .select('createtime')
    .orderBy('createtime')
    .limit(1)
    .executeTakeFirst()
  return first ? dayAt(Number(first.createtime), timeZone) : null
}

/** Each day has a row of every kind, zeros too: a day without any is one that was not stored. It locks nothing else. */
export async function storeDays(
  trx: Transaction,
  timeZone: string,
  days: readonly string[],
  totals: readonly DayTotal[],
  issues: readonly ProductIssue[],
): Promise<void> {
  const byKey = new Map(totals.map((total) => [`${total.day} ${total.formType}`, total]))
  const rows = days.flatMap((day) =>
    formTypes.map((form_type) => {
      const { quantity = 0, amount = 0 } = byKey.get(`${day} ${form_type}`) ?? {}
      return { time_zone: timeZone, day, form_type, quantity, amount, version: 1 }
    }),
  )
  const products = issues.map(({ day, productId, quantity }) => ({
    time_zone: timeZone,
    day,
    product_id: productId,
    quantity,
    version: 1,
  }))
  await insertMissing(trx, 'wms_daily', rows)
  await insertMissing(trx, 'wms_daily_product', products)
}

/** Stores the totals again of days whose stored ones are not the sums of the ledger. */
import { readScan, rebuildTitle, removeRows } from 'tablewright/server'
import type { Derivation, Scope, Transaction } from '#generated/wms/server.ts'
import { storeDays } from './closed-days.ts'
import { compareDays, keyOfDay } from './compare-days.ts'
import { sumIssues, sumTotals } from './totals.ts'

/**
 * A day that is over does not change any more, so its sums can be read before the transaction that stores them; it
 * locks the rows of that day only, which nobody else writes.
 */
export const rebuildDays: Derivation = {
  name: 'wms/daily',
  label: { 'zh-cn': '每日汇总（来自库存流水）', en: 'Daily totals (from inventory history)' },
  async run(scope, write) {
    const found = await compareDays(scope)
    const changes = found.map((one) => ({
      key: keyOfDay(one),
      field: one.field,
      before: one.stored,
      after: one.summed,
    }))
    if (write)
      for (const zone of new Set(found.map(({ timeZone }) => timeZone))) {
        const days = [...new Set(found.filter(({ timeZone }) => timeZone === zone).map(({ day }) => day))]
        const own = { ...scope, settings: { ...scope.settings, timeZone: zone } }
        for (const day of days) {
          const [totals, issues] = [await sumTotals(own, [day], readScan), await sumIssues(own, [day], readScan)]
          await scope.database.write(async (trx) => {
            await removeDay(own, trx, 'daily', day)
            await removeDay(own, trx, 'daily_product', day)
            await storeDays(trx, zone, [day], totals, issues)
            await scope.audit?.(trx, { title: rebuildTitle, data: { entity: 'wms/daily', time_zone: zone, day } })
          })
        }
      }
    return { changes, left: [] }
  },
}

/** Removes the rows of a day. */
async function removeDay(scope: Scope, trx: Transaction, name: 'daily' | 'daily_product', day: string): Promise<void> {
  const rows = await trx
    .selectFrom(`wms_${name}`)
    .select('id')
    .where('time_zone', '=', scope.settings.timeZone)
    .where('day', '=', day)
    .execute()
  const ids = rows.map(({ id }) => id)
  await removeRows(scope.database, trx, `wms_${name}`, ids)
}

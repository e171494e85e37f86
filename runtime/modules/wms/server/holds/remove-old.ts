import { sql, type SqlBool } from 'kysely'
import { createJobDefinition, isRemovable, removeFreeRows } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { holdOptions, outboundOptions } from '#generated/wms/options.ts'
import { settings } from '../settings.ts'

/** Holds that one night removes. */
const maxHolds = 10_000

/**
 * Every night: removes holds whose goods were shipped longer ago than the site stores them. They name the documents of
 * customers, and a product cannot be deleted while one names it.
 */
export const removeOldHolds = createJobDefinition<Database>()({
  name: 'wms/removeOldHolds',
  label: { 'zh-cn': '清理库存预留', en: 'Remove old stock holds' },
  schedule: { cron: '50 3 * * *', payload: null },
  handler: async ({ scope, complete }) => {
    const isOld = isRemovable('createtime', settings(scope).holdDays * 86_400)
    const order = sql.table('wms_outbound')
    // An order that is not shipped may be un-audited, which holds its goods again.
    const isShipped = sql<SqlBool>`not exists (
      select 1 from ${order} as o where o.holder = wms_hold.holder and o.holder_id = wms_hold.holder_id
        and o.shipment_status <> ${sql.lit(outboundOptions.shipment_status.shipped)})`
    const isIssued = sql<SqlBool>`state = ${sql.lit(holdOptions.state.issued)}`
    await complete(async (trx) => {
      await removeFreeRows(trx, 'wms_hold', sql<SqlBool>`${isIssued} and ${isOld} and ${isShipped}`, maxHolds)
    })
  },
})

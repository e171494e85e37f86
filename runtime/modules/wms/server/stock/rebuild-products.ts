/**
 * Derives again what products know of their stock: the first dates of their batches, the low-stock mark, and how much
 * of them is held.
 */
import { lockRows, rebuildTitle } from 'tablewright/server'
import { reserved } from '../checks/holds.ts'
import { alerts, firstDates } from '../checks/layers.ts'
import { refreshReserved } from '../holds/rows.ts'
import type { Check, Derivation, Scope } from '#generated/wms/server.ts'
import { reviewLowStock } from './low-stock.ts'
import { reviewExpiry } from './product-expiry.ts'
import { readStocked } from './stocked-product.ts'

/** Products one transaction writes: postings of them wait for it. */
const batchSize = 100

/**
 * Locks the products FOR NO KEY UPDATE in the order of their ids, as postings do. Nobody is notified of low stock: it
 * has been low before.
 */
export const rebuildProducts: Derivation = {
  name: 'wms/product',
  label: {
    'zh-cn': '商品：最早到期时间、低库存标记和已预留数量（来自批次、库存和预留）',
    en: 'Products: first expiry, low-stock mark and reserved quantity (from batches, stock and holds)',
  },
  async run(scope, write) {
    const changes = [
      ...(await differing(scope, firstDates, 'first_expire_at')),
      ...(await differing(scope, alerts, 'low_alert_open')),
      ...(await differing(scope, reserved, 'reserved_num')),
    ]
    const ids = [...new Set(changes.map(({ key }) => Number(key['id'])))].sort((left, right) => left - right)
    if (write)
      for (let start = 0; start < ids.length; start += batchSize) {
        const part = ids.slice(start, start + batchSize)
        await scope.database.write(async (trx) => {
          await lockRows(scope, trx, 'wms/product', part, 'write')
          await reviewExpiry(scope, trx, part)
          await refreshReserved(scope, trx, part)
          await reviewLowStock(scope, trx, await readStocked(trx, part), false)
          await scope.audit?.(trx, { title: rebuildTitle, data: { entity: 'wms/product', ids: part } })
        })
      }
    return { changes, left: [] }
  },
}

async function differing(scope: Scope, check: Check, field: string) {
  const { list } = await check.find(scope, Number.MAX_SAFE_INTEGER)
  return list.map(({ key, found, expected }) => ({ key, field, before: found, after: expected }))
}

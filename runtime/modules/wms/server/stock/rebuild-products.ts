/** Derives again what products know of their stock: the first dates of their batches, and the low-stock mark. */
import { lockRows, rebuildTitle } from 'tablewright/server'
import { alerts, firstDates } from '../checks/layers.ts'
import type { Check, Derivation, Scope } from '../types.ts'
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
    'zh-cn': '商品：最早到期时间和低库存标记（来自批次和库存）',
    en: 'Products: first expiry and low-stock mark (from batches and stock)',
  },
  async run(scope, write) {
    const changes = [
      ...(await differing(scope, firstDates, 'first_expire_at')),
      ...(await differing(scope, alerts, 'low_alert_open')),
    ]
    const ids = [...new Set(changes.map(({ key }) => Number(key['id'])))].sort((left, right) => left - right)
    if (write)
      for (let start = 0; start < ids.length; start += batchSize) {
        const part = ids.slice(start, start + batchSize)
        await scope.database.write(async (trx) => {
          await lockRows(scope, trx, 'wms/product', part, 'write')
          await reviewExpiry(scope, trx, part)
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

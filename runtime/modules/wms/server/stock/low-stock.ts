/**
 * Low stock: an alert opens once when the stock of a product falls below its safety stock, and closes when it is back.
 */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import { productOptions } from '#generated/wms/options.ts'
import { listPath, publishNotice, updateMany } from 'tablewright/server'
import { textOfAll } from '../i18n.ts'
import { lowStock } from '../notices/kinds.ts'
import type { Scope, Transaction } from '#generated/wms/server.ts'
import type { StockedProduct } from './stocked-product.ts'

const { low_alert_open: alert } = productOptions

type Store = Pick<Scope, 'database' | 'registry'>

/**
 * Looks at these products, as they are now. Runs in the transaction that changed them, so that there is exactly one
 * notice for each dip.
 * @param notifies false = alerts open without a notice
 */
export async function reviewLowStock(
  { database, registry }: Store,
  trx: Transaction,
  products: readonly StockedProduct[],
  notifies = true,
): Promise<void> {
  const changed = products.filter((product) => isLow(product) !== product.isAlertOpen)
  await updateMany(
    database,
    registry.require('wms/product'),
    trx,
    changed.map((product) => ({ id: product.id, low_alert_open: isLow(product) ? alert.low : alert.enough })),
  )
  for (const product of notifies ? changed.filter(isLow) : []) await announce(trx, product)
}

const isLow = ({ isDeleted, safety, total }: StockedProduct): boolean => !isDeleted && safety > 0 && total < safety

async function announce(trx: Transaction, { number, name, total, safety }: StockedProduct): Promise<void> {
  const params = {
    product_no: number,
    name,
    total: displayDecimal(decimalText(total, 3)),
    safety: displayDecimal(decimalText(safety, 3)),
  }
  await publishNotice(trx, {
    kind: lowStock,
    path: listPath('wms/stock', { quickSearch: number }),
    title: textOfAll('low.title', params),
    content: textOfAll('low.content', params),
  })
}

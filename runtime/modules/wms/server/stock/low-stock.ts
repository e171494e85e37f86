/** Low stock: an alert opens once when the stock of a product falls below its safety stock, and closes when it is back. */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import { publishNotice, type Transaction } from 'tablewright/server'
import { tAll } from '../i18n.ts'
import type { StockedProduct } from './stocked-product.ts'

/** Who holds this right is told. */
const told = 'wms/stock/index'

/**
 * Looks at these products, as they are now. Runs in the transaction that changed them, so that each dip is told exactly once.
 * @param tells false = alerts open without a notice
 */
export async function reviewLowStock(
  trx: Transaction,
  products: readonly StockedProduct[],
  tells = true,
): Promise<void> {
  for (const product of products.filter((one) => isLow(one) !== one.isAlertOpen)) {
    await trx
      .updateTable('wms_product')
      .set({ low_alert_open: isLow(product) ? 1 : 0 })
      .where('id', '=', product.id)
      .execute()
    if (tells && isLow(product)) await announce(trx, product)
  }
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
    title: tAll('low.title', params),
    content: tAll('low.content', params),
    to: { nodes: [told] },
  })
}

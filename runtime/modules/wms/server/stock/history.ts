/** What happens beside the ledger whenever stock is posted. */
import type { Behavior } from 'tablewright/server'
import { keepLayers } from './keep-layers.ts'
import { reviewLowStock } from './low-stock.ts'
import { reviewExpiry } from './product-expiry.ts'

export const history: Behavior = {
  async afterPosting(scope, trx, posting, posted) {
    await keepLayers(scope, trx, posting, posted)
    const products = posted.rows.map((row) => Number(row['product_id']))
    await reviewExpiry(trx, products)
    await reviewLowStock(trx, products)
  },
}

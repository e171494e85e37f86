/** What happens beside the ledger whenever stock is posted. */
import type { Hooks } from '../types.ts'
import { keepLayers } from './keep-layers.ts'
import { reviewLowStock } from './low-stock.ts'
import { followExpiry } from './product-expiry.ts'
import { readStocked } from './stocked-product.ts'

export const history: Hooks<'wms/inventory_history'> = {
  async afterPosting(scope, trx, posting, posted) {
    const products = await readStocked(
      trx,
      posted.rows.map((row) => row.product_id),
    )
    const changed = await keepLayers(scope, trx, posting, posted, products)
    await followExpiry(trx, products, changed)
    await reviewLowStock(trx, products)
  },
}

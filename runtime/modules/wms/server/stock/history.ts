/** What happens beside the ledger whenever stock is posted. */
import type { Behavior } from 'tablewright/server'
import { keepLayers } from './keep-layers.ts'
import { reviewLowStock } from './low-stock.ts'

export const history: Behavior = {
  async afterPosting(scope, trx, posting, posted) {
    await keepLayers(scope, trx, posting, posted)
    await reviewLowStock(trx, posted.rows.map((row) => Number(row['product_id'])))
  },
}

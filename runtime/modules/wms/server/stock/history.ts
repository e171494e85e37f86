/** What happens in addition to the ledger entry whenever stock is posted. */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import { OperationError } from 'tablewright/server'
import { t } from '../i18n.ts'
import { refuseHeldBatches } from '../holds/refusals.ts'
import { announceReceived } from '../notices/expiry.ts'
import { fitsUnit } from '../orders/product.ts'
import type { Hooks, Row, Scope } from '#generated/wms/server.ts'
import { keepLayers } from './keep-layers.ts'
import { reviewLowStock } from './low-stock.ts'
import { followExpiry } from './product-expiry.ts'
import { readStocked, type StockedProduct } from './stocked-product.ts'

export const history: Hooks<'wms/inventory_history'> = {
  async afterPosting(scope, trx, posting, posted) {
    const products = await readStocked(
      trx,
      posted.rows.map((row) => row.product_id),
    )
    if (posting.undoes === null) refuseUncountable(scope, posted.rows, products)
    const { changed, moves } = await keepLayers(scope, trx, posting, posted, products)
    await refuseHeldBatches({ scope, trx, document: posting.document }, products, moves)
    await followExpiry(scope, trx, products, changed)
    await reviewLowStock(scope, trx, products)
    if (posting.document.kind === 'wms/warehousing' && posting.undoes === null) await announceReceived(trx, changed)
  },
}

/**
 * Whatever a document was saved with, nothing is posted that the unit of the product cannot count now: the products are
 * locked by the posting. What was posted can always be reversed.
 */
function refuseUncountable(
  { language }: Scope,
  rows: readonly Pick<Row<'wms/inventory_history'>, 'product_id' | 'quantity'>[],
  products: readonly StockedProduct[],
): void {
  const known = new Map(products.map((product) => [product.id, product]))
  for (const { product_id: id, quantity } of rows) {
    const product = known.get(id)
    if (product && !fitsUnit(quantity, product))
      throw new OperationError('invalid', {
        sentence: t(language, 'unit.posting', {
          product: product.name,
          quantity: displayDecimal(decimalText(Math.abs(quantity), 3)),
          unit: product.unit ?? '',
        }),
      })
  }
}

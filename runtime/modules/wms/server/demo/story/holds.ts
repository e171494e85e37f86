/** Stock that is held for orders of a web shop. */
import { stockHolds } from '../../holds/supplier.ts'
import { readSellable } from '../../holds/sellable.ts'
import { itemAt } from '../random.ts'
import type { StoryContext } from './context.ts'

/** Orders, each with so many products. */
const orders: readonly number[] = [2, 1, 3]
/** Pieces of each product. */
const pieces = 2

/** Holds a few pieces of what can be sold, on the last day. */
export async function holdForShop({ work, moments, goods, customers }: StoryContext, day: number): Promise<void> {
  const { scope } = work
  const durable = goods.filter(({ life }) => life === 0).map(({ id }) => id)
  const sellable = await readSellable(scope, scope.database.query, durable)
  const free = durable.filter((id) => (sellable.get(id) ?? 0) >= pieces * 1000)
  let first = 0
  for (const [turn, count] of orders.entries()) {
    const products = free.slice(first, first + count)
    first += count
    if (products.length === 0) return
    const ref = { entity: 'wms/customer', id: itemAt(customers, turn), no: `WEB-${3001 + turn}` }
    await moments.on(day, 10 * 60 + turn * 25, () =>
      scope.database.write((trx) =>
        stockHolds.take(
          { scope, trx },
          ref,
          products.map((productId) => ({ productId, quantity: pieces * 1000 })),
        ),
      ),
    )
  }
}

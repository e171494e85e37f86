/** The value of the stock at list price; no statement about its cost (domain 1.10). */
import { sql, type Expression } from 'kysely'
import { decimalText } from 'tablewright/protocol'
import { readHeavy } from 'tablewright/server'
import type { Scope } from '#generated/wms/server.ts'

/** The quantity on hand has thousandths and the price ten-thousandths of a yuan: together 10^5 times a fen. */
const perFen = 100_000

/**
 * Yuan with two decimals: each product's quantity on hand times its price, rounded half up to a fen. A product whose
 * value leaves 64 bits has none here, as in lists.
 */
export async function stockValue(scope: Scope): Promise<string> {
  const { adapter, query } = scope.database
  const value = (product: Expression<unknown>) =>
    adapter.arithmetic('divide', adapter.arithmetic('add', product, sql.lit(perFen / 2)), sql.lit(perFen))
  const [row] = await readHeavy(
    scope,
    query
      .selectFrom('wms_product')
      .select(({ fn, ref }) => {
        const product = adapter.arithmetic('multiply', ref('total_stock_num'), ref('price'))
        return fn.sum(value(product)).as('value')
      })
      .where('deletetime', 'is', null)
      .where('total_stock_num', '>', 0)
      .compile(),
  )
  return decimalText(Number(row?.['value'] ?? 0), 2)
}

/** The products issued most (domain 1.10), in the last thirty days. */
import { sql } from 'kysely'
import { decimalText } from 'tablewright/protocol'
import { nowSeconds, readHeavy } from 'tablewright/server'
import type { TopProduct } from '../../shared/dashboard.ts'
import type { Scope } from '#generated/wms/server.ts'
import { addDays, dayAt, startOf } from './days.ts'
import { lastStoredDay } from './stored-days.ts'
import { issues } from './totals.ts'

const dayCount = 30
const productCount = 10

/** At most ten, the one issued most first; what was taken back is subtracted. */
export async function readTop(scope: Scope): Promise<readonly TopProduct[]> {
  const { query } = scope.database
  const { timeZone } = scope.settings
  const today = dayAt(nowSeconds(), timeZone)
  const first = addDays(today, 1 - dayCount)
  // Days stored while this runs are counted from the ledger.
  const last = (await lastStoredDay(scope)) ?? ''
  const open = last < first ? first : addDays(last, 1)
  const rows = await readHeavy(
    scope,
    query
      .selectFrom((from) =>
        from
          .selectFrom('wms_daily_product')
          .select(['product_id', 'quantity'])
          .where('time_zone', '=', timeZone)
          .where('day', '>=', first)
          .where('day', '<', open)
          .unionAll(
            from
              .selectFrom('wms_inventory_history')
              .select(['product_id', sql<number>`-quantity`.as('quantity')])
              .where('createtime', '>=', startOf(open, timeZone))
              .where('createtime', '<', startOf(addDays(today, 1), timeZone))
              .where('form_type', 'in', issues),
          )
          .as('issued'),
      )
      .select(({ fn }) => ['product_id', fn.sum('quantity').as('issued_quantity')])
      .groupBy('product_id')
      .having(({ fn }) => fn.sum('quantity'), '>', 0)
      .orderBy('issued_quantity', 'desc')
      .orderBy('product_id')
      .limit(productCount)
      .compile(),
  )
  return await withNames(
    scope,
    rows.map((row) => ({ id: Number(row['product_id']), quantity: Number(row['issued_quantity']) })),
  )
}

async function withNames(
  { database }: Scope,
  sums: readonly { readonly id: number; readonly quantity: number }[],
): Promise<readonly TopProduct[]> {
  if (sums.length === 0) return []
  const ids = sums.map(({ id }) => id)
  const products = await database.query
    .selectFrom('wms_product')
    .select(['id', 'product_no', 'name'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(products.map((product) => [product.id, product]))
  return sums.flatMap(({ id, quantity }) => {
    const product = byId.get(id)
    return product
      ? [{ product_id: id, product_no: product.product_no, name: product.name, quantity: decimalText(quantity, 3) }]
      : []
  })
}

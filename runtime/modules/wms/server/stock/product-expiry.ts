/** What products tell of their layers: when the first of them warns and expires. What holds at a moment follows from that. */
import type { Row, Write } from 'tablewright/server'

const columns = ['first_expire_at', 'first_warn_at'] as const

/** Looks at these products. Runs in the transaction that changed their layers, with the products locked. */
export async function reviewExpiry(trx: Write, products: readonly number[]): Promise<void> {
  if (products.length === 0) return
  const ids = [...new Set(products)].sort((one, other) => one - other)
  const first = new Map((await firstOf(trx, ids)).map((row) => [Number(row['product_id']), row]))
  const rows = await trx.selectFrom('wms_product').select(['id', ...columns]).where('id', 'in', ids).orderBy('id').execute()
  for (const row of rows) {
    const dates = Object.fromEntries(columns.map((name) => [name, first.get(Number(row['id']))?.[name] ?? null]))
    if (columns.some((name) => row[name] !== dates[name])) await trx.updateTable('wms_product').set(dates).where('id', '=', row['id']!).execute()
  }
}

function firstOf(trx: Write, ids: readonly number[]): Promise<readonly Row[]> {
  return trx.selectFrom('wms_stock_layer').select(({ fn }) => ['product_id', fn.min('expire_at').as(columns[0]), fn.min('warn_at').as(columns[1])])
    .where('product_id', 'in', ids).where('remaining', '>', 0).groupBy('product_id').execute()
}

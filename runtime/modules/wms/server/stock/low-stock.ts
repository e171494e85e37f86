/** Low stock: an alert opens once when the stock of a product falls below its safety stock, and closes when it is back. */
import { decimalText } from 'tablewright/protocol'
import { publishNotice, type Row, type Write } from 'tablewright/server'
import { tellAll } from '../tell.ts'

/** Who holds this right is told. */
const told = 'wms/stock/index'

/**
 * Looks at these products. Runs in the transaction that changed them, so that each dip is told exactly once.
 * @param tells false = alerts open without a notice
 */
export async function reviewLowStock(trx: Write, products: readonly number[], tells = true): Promise<void> {
  if (products.length === 0) return
  const ids = [...new Set(products)].sort((one, other) => one - other)
  const rows = await trx.selectFrom('wms_product').select(['id', 'product_no', 'name', 'total_stock_num', 'safety_stock_num', 'low_alert_open', 'deletetime']).where('id', 'in', ids).orderBy('id').execute()
  const changed = rows.filter((row) => isLow(row) !== (Number(row['low_alert_open']) === 1))
  for (const row of changed) {
    await trx.updateTable('wms_product').set({ low_alert_open: isLow(row) ? 1 : 0 }).where('id', '=', row['id']!).execute()
    if (tells && isLow(row)) await announce(trx, row)
  }
}

function isLow(row: Readonly<Row>): boolean {
  const safety = Number(row['safety_stock_num'] ?? 0)
  return row['deletetime'] === null && safety > 0 && Number(row['total_stock_num'] ?? 0) < safety
}

async function announce(trx: Write, row: Readonly<Row>): Promise<void> {
  const params = { product_no: String(row['product_no']), name: String(row['name']), total: decimalText(Number(row['total_stock_num'] ?? 0), 3), safety: decimalText(Number(row['safety_stock_num']), 3) }
  await publishNotice(trx, { title: tellAll('low.title', params), content: tellAll('low.content', params), to: { nodes: [told] } })
}

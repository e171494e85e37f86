/** Ways in which somebody with the password of the database could damage a warehouse, and the checks that notice it. */
import { runText } from '../../../../runtime/server/db/run-text.ts'
import { sql } from 'kysely'
import { storedValue, targetTable, type Database, type Row } from '../../../../runtime/server/db/index.ts'

/** Changes the database directly; nothing of the application runs. */
export interface Hands {
  /** The first row that the condition finds. */
  row(table: string, where?: string): Promise<Row>
  set(table: string, id: unknown, values: Row): Promise<void>
  remove(table: string, where: string): Promise<void>
}

export interface Damage {
  readonly name: string
  /** All checks that notice it. */
  readonly checks: readonly string[]
  readonly damage: (hands: Hands) => Promise<void>
}

const ledger = 'wms/inventory_history'
const history = 'wms_inventory_history'
const posted = (kind: string): string => `order_kind = 'wms/${kind}' and reversal_of is null and quantity <> 0`

/** Nothing tells what was there before, except a backup. */
export const lasting: readonly Damage[] = [
  {
    name: 'the balance before a movement',
    checks: [`${ledger}/chain`],
    async damage({ row, set }) {
      const { id, before_quantity: before } = await row(history, posted('outbound'))
      await set(history, id, { before_quantity: Number(before) + 1 })
    },
  },
  {
    name: 'the balance after a movement',
    checks: [`${ledger}/chain`],
    async damage({ row, set }) {
      const { id, after_quantity: after } = await row(history, posted('warehousing'))
      await set(history, id, { after_quantity: Number(after) + 1 })
    },
  },
  {
    name: 'a movement that is older than the one before it',
    checks: [`${ledger}/time`, 'wms/daily'],
    async damage({ row, set }) {
      const { id, createtime } = await row(history, `${posted('outbound')} and before_quantity > 0`)
      await set(history, id, { createtime: Number(createtime) - 40 * 86_400 })
    },
  },
  {
    name: 'a reversal of another kind',
    checks: [`${ledger}/reversal`, 'wms/daily'],
    async damage({ row, set }) {
      await set(history, (await row(history, 'reversal_of is not null')).id, { form_type: 60 })
    },
  },
  {
    name: 'a movement that is reversed twice',
    checks: [`${ledger}/reversal`, `${ledger}/reversed-twice`],
    async damage({ row, set }) {
      const { reversal_of: first } = await row(history, 'reversal_of is not null')
      await set(history, (await row(history, posted('outbound'))).id, { reversal_of: first ?? null })
    },
  },
  {
    name: 'an amount',
    checks: [`${ledger}/amount`, 'wms/daily'],
    async damage({ row, set }) {
      const { id, total_price: total } = await row(history, posted('outbound'))
      await set(history, id, { total_price: Number(total) + 1 })
    },
  },
  {
    name: 'a movement without its document',
    checks: [`${ledger}/document.stocktake`],
    async damage({ row, set }) {
      await set(history, (await row(history, posted('stocktake'))).id, { order_id: 999_999 })
    },
  },
  {
    name: 'a movement without its line',
    checks: [`${ledger}/line.outbound`, 'wms/outbound.lines'],
    async damage({ row, set }) {
      await set(history, (await row(history, posted('outbound'))).id, { line_id: 999_999 })
    },
  },
  {
    name: 'one leg of a move',
    checks: [`${ledger}/legs.relocation`],
    async damage({ row, set }) {
      await set(history, (await row(history, posted('relocation'))).id, { posting_seq: 999 })
    },
  },
  {
    name: 'a number that was given twice',
    checks: ['wms/warehousing/receipt_no.day', 'wms/warehousing/receipt_no.unique'],
    async damage({ row, set }) {
      const { id } = await row('wms_warehousing', 'audit_status = 0')
      const { receipt_no: number } = await row('wms_warehousing', `id <> ${id}`)
      await set('wms_warehousing', id, { deletetime: 1, receipt_no: number ?? null })
    },
  },
  {
    name: 'a number of another day',
    checks: ['wms/outbound/outbound_no.day'],
    async damage({ row, set }) {
      await set('wms_outbound', (await row('wms_outbound')).id, { outbound_no: 'CK20200101000001' })
    },
  },
  {
    name: 'a reference to a deleted record',
    checks: ['wms/product/references'],
    async damage({ row, set }) {
      const { category_id: category } = await row('wms_product', 'category_id is not null')
      await set('wms_category', category, { deletetime: 1 })
    },
  },
  {
    name: 'a category above itself',
    checks: ['wms/category/tree'],
    async damage({ row, set }) {
      const { id, pid } = await row('wms_category', 'pid is not null')
      await set('wms_category', pid, { pid: id ?? null })
    },
  },
  {
    name: 'an audited order that is open again',
    checks: ['wms/outbound.lines'],
    async damage({ row, set }) {
      const { id } = await row('wms_outbound', 'audit_status = 1 and shipment_status = 0')
      await set('wms_outbound', id, { audit_status: 0 })
    },
  },
  {
    name: 'the quantity of an audited line',
    checks: ['wms/warehousing.lines', 'wms/warehousing.totals'],
    async damage({ row, set }) {
      const { id, actual_quantity: actual } = await row(
        'wms_warehousing_line',
        `warehousing_id in (${String((await row('wms_warehousing', 'audit_status = 1')).id)})`,
      )
      await set('wms_warehousing_line', id, { actual_quantity: Number(actual) + 1000 })
    },
  },
  {
    name: 'the total of an order',
    checks: ['wms/outbound.totals'],
    async damage({ row, set }) {
      const { id, total_amount: total } = await row('wms_outbound')
      await set('wms_outbound', id, { total_amount: Number(total) + 1 })
    },
  },
  {
    name: 'a shipment without its carrier',
    checks: ['wms/outbound.shipment'],
    async damage({ row, set }) {
      await set('wms_outbound', (await row('wms_outbound', 'shipment_status = 1')).id, { carrier_id: null })
    },
  },
  {
    name: 'what a relocation has moved',
    checks: ['wms/relocation.moved'],
    async damage({ row, set }) {
      const { id, actual_quantity: actual } = await row('wms_relocation', 'status = 1')
      await set('wms_relocation', id, { actual_quantity: Number(actual) - 1 })
    },
  },
  {
    name: 'the shelf of a relocation',
    checks: ['wms/relocation.shelves'],
    async damage({ row, set }) {
      const { id, target_warehouse_shelf_id: target } = await row('wms_relocation', 'status = 2')
      const { id: other } = await row('wms_warehouse_shelf', `id <> ${target}`)
      await set('wms_relocation', id, { target_warehouse_shelf_id: other ?? null })
    },
  },
  {
    name: 'the state of a relocation',
    checks: ['wms/relocation.status'],
    async damage({ row, set }) {
      await set('wms_relocation', (await row('wms_relocation', 'status = 2')).id, { status: 1 })
    },
  },
  {
    name: 'the difference of a count',
    checks: ['wms/stocktake.lines'],
    async damage({ row, set }) {
      const { id, difference } = await row('wms_stocktake_line', 'difference <> 0')
      await set('wms_stocktake_line', id, { difference: Number(difference) + 1000 })
    },
  },
  {
    name: 'a total below what is reserved',
    checks: [`${ledger}/product.total_stock_num.floor`, 'wms/product.reserved'],
    async damage({ row, set }) {
      const { id, total_stock_num: total } = await row('wms_product', 'total_stock_num > 0')
      await set('wms_product', id, { reserved_num: Number(total) + 1 })
    },
  },
  {
    name: 'a hold of more than was promised',
    checks: ['wms/holds.quantity', 'wms/product.reserved'],
    async damage({ row, set }) {
      const { id, promised } = await row('wms_hold', 'quantity > 0')
      await set('wms_hold', id, { quantity: Number(promised) + 1000 })
    },
  },
]

/** What can be derived again. */
export const derived: readonly Damage[] = [
  {
    name: 'stock',
    checks: [`${ledger}/stock.quantity`],
    async damage({ row, set }) {
      const { id, quantity } = await row('wms_stock', 'quantity > 0')
      await set('wms_stock', id, { quantity: Number(quantity) + 1000 })
    },
  },
  {
    name: 'all stock records',
    checks: [`${ledger}/stock.quantity`, `${ledger}/stock.quantity.last`],
    damage: ({ remove }) => remove('wms_stock', '1 = 1'),
  },
  {
    name: 'the total of a product',
    checks: [`${ledger}/product.total_stock_num`],
    async damage({ row, set }) {
      const { id, total_stock_num: total } = await row('wms_product', 'total_stock_num > safety_stock_num')
      await set('wms_product', id, { total_stock_num: Number(total) + 1000 })
    },
  },
  {
    name: 'the last movement of a stock record',
    checks: [`${ledger}/stock.quantity.last`],
    async damage({ row, set }) {
      await set('wms_stock', (await row('wms_stock')).id, { last_history_id: null })
    },
  },
  {
    name: 'what remains of a batch',
    checks: ['wms/layers', 'wms/layers.remaining'],
    async damage({ row, set }) {
      const { id, remaining } = await row('wms_stock_layer', 'remaining > 0')
      await set('wms_stock_layer', id, { remaining: Number(remaining) + 1000 })
    },
  },
  {
    name: 'from which batches a movement took its goods',
    checks: ['wms/layers.remaining', 'wms/layers.moves'],
    async damage({ row, remove }) {
      const { id } = await row(history, posted('outbound'))
      await remove('wms_stock_layer_move', `history_id = ${id}`)
    },
  },
  {
    name: 'all batches',
    checks: ['wms/layers', 'wms/layers.moves', 'wms/product.first-dates'],
    async damage({ remove }) {
      await remove('wms_stock_layer_move', '1 = 1')
      await remove('wms_stock_layer', '1 = 1')
    },
  },
  {
    name: 'how much of a product is reserved',
    checks: ['wms/product.reserved'],
    async damage({ row, set }) {
      const { id } = await row('wms_product', 'reserved_num > 0')
      await set('wms_product', id, { reserved_num: 0 })
    },
  },
  {
    name: 'the first expiry of a product',
    checks: ['wms/product.first-dates'],
    async damage({ row, set }) {
      const { id } = await row('wms_product', 'first_expire_at is not null')
      await set('wms_product', id, { first_expire_at: null })
    },
  },
  {
    name: 'a low-stock mark',
    checks: ['wms/product.low-stock'],
    async damage({ row, set }) {
      await set('wms_product', (await row('wms_product', 'low_alert_open = 1')).id, { low_alert_open: 0 })
    },
  },
  {
    name: 'the totals of days',
    checks: ['wms/daily'],
    async damage({ row, set, remove }) {
      const { id, quantity } = await row('wms_daily', 'quantity <> 0')
      await set('wms_daily', id, { quantity: Number(quantity) + 1000 })
      const { id: other } = await row('wms_daily', `quantity <> 0 and id <> ${id}`)
      await remove('wms_daily', `id = ${other}`)
      await remove('wms_daily_product', `id = ${(await row('wms_daily_product')).id}`)
    },
  },
]

/** Rows of these tables say all that the damages change. */
export const damaged = [
  'wms_inventory_history',
  'wms_stock',
  'wms_stock_layer',
  'wms_stock_layer_move',
  'wms_product',
  'wms_category',
  'wms_warehousing',
  'wms_warehousing_line',
  'wms_outbound',
  'wms_relocation',
  'wms_stocktake_line',
  'wms_daily',
  'wms_daily_product',
] as const

/** Lets ledger rows be changed, as an owner of the tables can. */
export async function dropGuards(database: Database): Promise<void> {
  const index = `drop index ${history}__undone_once`
  for (const statement of database.adapter.embedded
    ? [index, `drop trigger ${history}__append_only`, `drop trigger ${history}__append_only_delete`]
    : [index, `drop trigger ${history}__append_only on ${history}`])
    await database.write((trx) => runText(trx, statement))
}

/** Hands that remember what they did. `undo` takes back changed values; removed rows stay removed. */
export function handsOn(database: Database): Hands & { undo(): Promise<void> } {
  const run = (statement: ReturnType<typeof sql>) => database.write((trx) => statement.execute(trx))
  const done: (() => Promise<unknown>)[] = []
  const row: Hands['row'] = async (table, where = '1 = 1') => {
    const found = await sql<Row>`select * from ${sql.table(table)} where ${sql.raw(where)}
      order by id limit 1`.execute(database.query)
    if (!found.rows[0]) throw new Error(`${table} has no row where ${where}`)
    return found.rows[0]
  }
  const write = (table: string, id: unknown, values: Row) =>
    run(
      sql`update ${targetTable(table)} set ${sql.join(
        Object.entries(values).map(
          ([name, value]) => sql`${sql.id(name)} = ${storedValue(table, name, sql`${value}`)}`,
        ),
      )} where id = ${id}`,
    )
  return {
    row,
    async set(table, id, values) {
      const before = await row(table, `id = ${String(id)}`)
      done.push(() =>
        write(table, id, Object.fromEntries(Object.keys(values).map((name) => [name, before[name] ?? null]))),
      )
      await write(table, id, values)
    },
    async remove(table, where) {
      await run(sql`delete from ${targetTable(table)} where ${sql.raw(where)}`)
    },
    async undo() {
      for (const take of done.toReversed()) await take()
    },
  }
}

/** Conditions on holds (domain 1.13: I15); the ledger checks that no more is reserved than is in stock. */
import { sql } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import { holdOptions } from '#generated/wms/options.ts'
import type { Check } from '#generated/wms/server.ts'

const tables = { product: sql.table('wms_product'), hold: sql.table('wms_hold') } as const
const { state } = holdOptions

export const reserved = createSqlCheck({
  name: 'wms/product.reserved',
  repair: 'rebuild',
  scale: 3,
  label: {
    'zh-cn': '商品：已预留数量等于预留之和',
    en: 'Products: the reserved quantity is the sum of the holds',
  },
  rows: () => sql`select p.id, coalesce(p.reserved_num, 0) as found, coalesce(h.quantity, 0) as expected
    from ${tables.product} as p
    left join (select product_id, sum(quantity) as quantity from ${tables.hold}
      where state = ${sql.lit(state.held)} group by product_id) as h on h.product_id = p.id
    where coalesce(p.reserved_num, 0) <> coalesce(h.quantity, 0)`,
})

const quantities = createSqlCheck({
  name: 'wms/holds.quantity',
  repair: 'edit',
  scale: 3,
  label: {
    'zh-cn': '库存预留：数量不为负，且不超过承诺数量',
    en: 'Stock holds: quantities are not negative and at most what was promised',
  },
  rows: () => sql`select id, quantity as found, promised as expected from ${tables.hold}
    where quantity < 0 or quantity > promised or promised <= 0`,
})

export const holdChecks: readonly Check[] = [reserved, quantities]

/** Conditions on batches (domain 1.13: I3) and on the dates that products copy from them. */
import { sql } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import { productOptions } from '#generated/wms/options.ts'
import type { Check } from '#generated/wms/server.ts'

const tables = {
  history: sql.table('wms_inventory_history'),
  product: sql.table('wms_product'),
  layer: sql.table('wms_stock_layer'),
  layerMove: sql.table('wms_stock_layer_move'),
} as const

const quantity = { scale: 3, repair: 'rebuild' } as const

/** The ledger decides, not the stock: both may be wrong. */
const places = createSqlCheck({
  ...quantity,
  name: 'wms/layers',
  label: {
    'zh-cn': '库存批次：每处的剩余数量之和等于流水之和',
    en: 'Stock batches: what remains in a place is the sum of its movements',
  },
  rows: () => sql`select product_id, warehouse_shelf_id, sum(remaining) as found, sum(quantity) as expected from (
      select product_id, warehouse_shelf_id, remaining, 0 as quantity from ${tables.layer}
      union all select product_id, warehouse_shelf_id, 0, quantity from ${tables.history}) as places
    group by product_id, warehouse_shelf_id having sum(remaining) <> sum(quantity)`,
})

const remaining = createSqlCheck({
  ...quantity,
  name: 'wms/layers.remaining',
  label: {
    'zh-cn': '库存批次：剩余数量等于批次变动之和',
    en: 'Stock batches: what remains is the sum of what was put in and taken out',
  },
  rows: () => sql`select l.product_id, l.id, l.remaining as found, coalesce(m.quantity, 0) as expected
    from ${tables.layer} as l
    left join (select layer_id, sum(quantity) as quantity from ${tables.layerMove} group by layer_id) as m
      on m.layer_id = l.id
    where l.remaining <> coalesce(m.quantity, 0) or l.remaining < 0`,
})

const moves = createSqlCheck({
  ...quantity,
  name: 'wms/layers.moves',
  label: {
    'zh-cn': '批次变动：每条流水的批次变动之和等于其数量',
    en: 'Stock batches: each movement has put in or taken out its quantity',
  },
  rows: () => sql`select h.product_id, h.id, coalesce(m.quantity, 0) as found, h.quantity as expected
    from ${tables.history} as h
    left join (select m.history_id, sum(m.quantity) as quantity from ${tables.layerMove} as m
      join ${tables.layer} as l on l.id = m.layer_id join ${tables.history} as o on o.id = m.history_id
      where l.product_id = o.product_id and l.warehouse_shelf_id = o.warehouse_shelf_id
      group by m.history_id) as m on m.history_id = h.id
    where coalesce(m.quantity, 0) <> h.quantity`,
})

export const firstDates = createSqlCheck({
  name: 'wms/product.first-dates',
  repair: 'rebuild',
  label: {
    'zh-cn': '商品：最早到期和预警时间与在库批次一致',
    en: 'Products: the first expiry and alert are those of the batches in stock',
  },
  rows: () => sql`select p.id, coalesce(p.first_expire_at, p.first_warn_at) as found,
      coalesce(l.expire_at, l.warn_at) as expected
    from ${tables.product} as p
    left join (select product_id, min(expire_at) as expire_at, min(warn_at) as warn_at from ${tables.layer}
      where remaining > 0 group by product_id) as l on l.product_id = p.id
    where p.first_expire_at is distinct from l.expire_at or p.first_warn_at is distinct from l.warn_at`,
})

const { low, enough } = productOptions.low_alert_open

export const alerts = createSqlCheck({
  name: 'wms/product.low-stock',
  repair: 'rebuild',
  label: {
    'zh-cn': '商品：低库存标记与库存和安全库存一致',
    en: 'Products: the low-stock mark follows from stock and safety stock',
  },
  rows: () => {
    const expected = sql`case when safety_stock_num > 0 and coalesce(total_stock_num, 0) < safety_stock_num
      then ${sql.lit(low)} else ${sql.lit(enough)} end`
    return sql`select id, low_alert_open as found, ${expected} as expected from ${tables.product}
      where deletetime is null and low_alert_open <> ${expected}`
  },
})

/** Checks whose findings name the product whose batches are wrong. */
export const layersOfProducts: readonly Check[] = [places, remaining, moves]

export const layerChecks: readonly Check[] = [...layersOfProducts, firstDates, alerts]

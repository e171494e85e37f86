// Made by tablewright generate from schemas/shop · do not edit · 2bb10f1b0d1a88c1

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_item: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
  shop_orders: {
    id: Generated<number>
    order_no: string | null
    remark: string | null
    deletetime: number | null
    version: Generated<number>
  }
  shop_orders_line: {
    id: Generated<number>
    item_id: number
    item_name: string | null
    quantity: number
    price: number | null
    orders_id: number
    line_no: number
    version: Generated<number>
  }
}

// Made by tablewright generate from schemas/shop · do not edit · 08d44bd3c9987d06

import type { ShopTables } from './tables.ts'
import type * as item from './item/row.ts'
import type * as orders from './orders/row.ts'
import type * as ordersLine from './orders_line/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface ShopEntities {
  'shop/item': {
    columns: ShopTables['shop_item']
    row: item.Item
    input: item.ItemInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'shop/orders': {
    columns: ShopTables['shop_orders']
    row: orders.Orders
    input: orders.OrdersInput
    lines: { lines: ShopTables['shop_orders_line'] }
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'shop/orders_line': {
    columns: ShopTables['shop_orders_line']
    row: ordersLine.OrdersLine
    input: ordersLine.OrdersLineInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}

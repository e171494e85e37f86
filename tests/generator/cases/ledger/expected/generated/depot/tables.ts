// Made by tablewright generate from schemas/depot · do not edit · 79d2f5a1728ddb7b

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface DepotTables {
  depot_book: {
    id: Generated<number>
    product_id: number
    shelf_id: number
    form_type: 10 | 20 | 30 | 40 | 50 | 70
    quantity: number
    before_quantity: number
    after_quantity: number
    price: number | null
    total_price: number | null
    product_name: string | null
    unit: string | null
    shelf_label: string | null
    order_kind: string
    order_id: number
    order_no: string | null
    line_id: number
    posting_seq: number
    leg: 1 | 2
    reversal_of: number | null
    createtime: number | null
    admin_id: number | null
    version: Generated<number>
  }
  depot_delivery: {
    id: Generated<number>
    delivery_no: string | null
    type: 10 | 20
    version: Generated<number>
  }
  depot_delivery_line: {
    id: Generated<number>
    id_text: string | null
    product_id: number
    shelf_id: number | null
    plan_quantity: number | null
    actual_quantity: number | null
    price: number | null
    delivery_id: number
    line_no: number
    version: Generated<number>
  }
  depot_product: {
    id: Generated<number>
    product_no: string | null
    name: string
    unit_id: number | null
    price: number | null
    total: number | null
    reserved: number | null
    updatetime: number | null
    version: Generated<number>
  }
  depot_shelf: {
    id: Generated<number>
    warehouse_id: number
    name: string
    version: Generated<number>
  }
  depot_stock: {
    id: Generated<number>
    id_text: string | null
    product_id: number
    shelf_id: number
    quantity: number | null
    last_book_id: number | null
    version: Generated<number>
  }
  depot_unit: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
  depot_warehouse: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
}

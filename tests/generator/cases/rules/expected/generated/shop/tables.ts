// Made by tablewright generate from schemas/shop · do not edit · 3a258afed7e6ff31

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_item: {
    id: Generated<number>
    name: string
    kind: 10 | 20 | null
    supplier: string | null
    reason: string | null
    price: number | null
    quantity: number | null
    amount: number | null
    admin_id: number | null
    version: Generated<number>
  }
}

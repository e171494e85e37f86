// Made by tablewright generate from schemas/shop · do not edit · c4bbbfafea0976c6

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_note: {
    id: Generated<number>
    name: string
    price: number | null
    hint: string | null
    admin_id: number | null
    version: Generated<number>
  }
}

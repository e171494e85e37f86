// Made by tablewright generate from schemas/shop · do not edit · 0eba2ea3fdb81dea

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_item: {
    id: Generated<number>
    name: string
    e: 'a" | any; export type X = "' | 'b\'\\' | null
    version: Generated<number>
  }
}

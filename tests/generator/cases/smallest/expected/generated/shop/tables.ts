// Made by tablewright generate from schemas/shop · do not edit · a754e4860ea4a7c0

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_item: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
}

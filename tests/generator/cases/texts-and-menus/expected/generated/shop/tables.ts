// Made by tablewright generate from schemas/shop · do not edit · e9f6d1fd1155efbb

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_apple: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
  shop_hidden: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
  shop_item: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
  shop_zebra: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
}

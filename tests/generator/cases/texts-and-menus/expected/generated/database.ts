// Made by tablewright generate from schemas · do not edit · f458d676ff916298

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface Database {
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

// Made by tablewright generate from schemas · do not edit · 03cc7cd2265852ae

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface Database {
  shop_item: {
    id: Generated<number>
    name: string
    version: Generated<number>
  }
}

// Made by tablewright generate from schemas/shop · do not edit · b8fa894aed8afaa9

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_colour: {
    id: Generated<number>
    name: string
    tag_id: number | null
    live: 0 | 1 | null
    version: Generated<number>
  }
  shop_item: {
    id: Generated<number>
    name: string
    tag_id: number | null
    colour_id: number | null
    version: Generated<number>
  }
  shop_tag: {
    id: Generated<number>
    name: string
    pid: number | null
    weigh: Generated<number>
    version: Generated<number>
  }
}

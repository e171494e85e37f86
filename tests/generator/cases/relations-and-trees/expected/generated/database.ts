// Made by tablewright generate from schemas · do not edit · 7e9cc1399830253a

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface Database {
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
    weigh: number | null
    version: Generated<number>
  }
}

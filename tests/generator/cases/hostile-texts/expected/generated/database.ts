// Made by tablewright generate from schemas · do not edit · a071eee442dc721f

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface Database {
  shop_item: {
    id: Generated<number>
    name: string
    e: 'a" | any; export type X = "' | 'b\'\\' | null
    version: Generated<number>
  }
}

// Made by tablewright generate from schemas · do not edit · 16a4c10bc94b7878

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface Database {
  admin: {
    id: Generated<number>
    username: string | null
    version: Generated<number>
  }
  shop_note: {
    id: Generated<number>
    name: string
    price: number | null
    hint: string | null
    admin_id: number | null
    version: Generated<number>
  }
}

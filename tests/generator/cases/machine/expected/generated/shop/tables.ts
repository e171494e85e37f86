// Made by tablewright generate from schemas/shop · do not edit · 318ee8de8dbfbd94

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  shop_move: {
    id: Generated<number>
    name: string | null
    audit_status: 0 | 1
    status: 0 | 1 | 2 | 3
    plan: number | null
    carrier: string | null
    moved: number | null
    version: Generated<number>
  }
  shop_note: {
    id: Generated<number>
    name: string | null
    due_at: number | null
    version: Generated<number>
  }
  shop_order: {
    id: Generated<number>
    name: string | null
    status: 0 | 1 | 2
    plan: number | null
    done: number | null
    audited_at: number | null
    version: Generated<number>
  }
}

// Made by tablewright generate from schemas/shop · do not edit · 259ea2dafba23e11

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface ShopTables {
  goods: {
    id: Generated<number>
    name: string
    code: string
    note: string | null
    count: number | null
    price: number | null
    seen: number | null
    day: string | null
    hour: string | null
    vintage: string | null
    state: 0 | 1 | null
    grade: 'a' | 'b' | null
    flags: string | null
    photo: string | null
    photos: string | null
    paint: string | null
    sign: string | null
    site: string | null
    mail: string | null
    phone: string | null
    card: string | null
    login: string | null
    secret: string | null
    words: string | null
    facts: string | null
    barcode: string | null
    weigh: Generated<number>
    createtime: number | null
    updatetime: number | null
    deletetime: number | null
    admin_id: number | null
    version: Generated<number>
  }
}

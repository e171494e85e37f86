// Made by tablewright generate from schemas/system · do not edit · 3fd0b37f5817b640

import type { Generated } from 'kysely'

/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */
export interface SystemTables {
  admin: {
    id: Generated<number>
    username: string
    version: Generated<number>
  }
}

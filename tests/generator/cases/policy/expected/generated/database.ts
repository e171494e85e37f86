// Made by tablewright generate from schemas · do not edit · eebefd43f70f1766

import type { ShopTables } from './shop/tables.ts'
import type { SystemTables } from './system/tables.ts'

/** Every table of the database. */
export interface Database extends ShopTables, SystemTables {}

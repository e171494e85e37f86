// Made by tablewright generate from schemas · do not edit · a8e790ebdec4b3a1

import type { ShopTables } from './shop/tables.ts'

/** Every table of the database. */
export interface Database extends ShopTables {}

// Made by tablewright generate from schemas · do not edit · 14d7affb729e7350

import type { DepotTables } from './depot/tables.ts'

/** Every table of the database. */
export interface Database extends DepotTables {}

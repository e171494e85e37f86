// Made by tablewright generate from schemas · do not edit · 41e48f1dfe1e58c2

import type { SystemTables } from './system/tables.ts'
import type { WmsTables } from './wms/tables.ts'

/** Every table of the database. */
export interface Database extends SystemTables, WmsTables {}

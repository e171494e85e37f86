/** The framework's own tables, for code of the core that reads and writes them by name. */
import type { Selectable } from 'kysely'
import type { SystemTables } from '../../../generated/system/tables.ts'
import type * as db from '../db/database.ts'
import type * as tables from '../db/tables.ts'

export type SystemDatabase = db.Database<SystemTables>
export type SystemReading = tables.Reading<SystemTables>
export type SystemTransaction = tables.Transaction<SystemTables>

/** A stored row of one of these tables. */
export type SystemRow<Table extends keyof SystemTables> = Selectable<SystemTables[Table]>

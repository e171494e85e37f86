/** The framework's own tables, for code of the core that reads and writes them by name. */
import type { Insertable, Selectable } from 'kysely'
import type { SystemTables } from '#generated/system/tables.ts'
import type { metaTable } from '../../db/ownership.ts'
import type * as db from '../../db/database.ts'
import type * as tables from '../../db/tables.ts'

/** The tables of the schemas, and the one that the framework stores its own state in. */
interface StoredTables extends SystemTables {
  readonly [metaTable]: { readonly key: string; readonly value: string }
}

export type { SystemEntities } from '#generated/system/entities.ts'
export type { SystemTables }
export type SystemDatabase = db.Database<StoredTables>
export type SystemReading = tables.Reading<StoredTables>
export type SystemTransaction = tables.Transaction<StoredTables>

/** A stored row of one of these tables. */
export type SystemRow<Table extends keyof SystemTables> = Selectable<SystemTables[Table]>

/** A row that is inserted into one of these tables. */
export type NewSystemRow<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>

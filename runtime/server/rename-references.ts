/** All that the database has by the name of an entity or a field. */
import type { TableModel } from '../protocol/index.ts'
import type { Database } from './db/index.ts'
import { renameLoggedEntities } from './operation/audit/rename-entity.ts'
import { renameSealed } from './records/ledger/seals/rename-sealed.ts'

/**
 * Renamed entities and fields are followed by what refers to them by name. Called after the tables and columns were
 * renamed, before anybody uses them; it goes on where it was interrupted.
 */
export async function renameReferences(database: Database, models: readonly TableModel[]): Promise<void> {
  await renameLoggedEntities(database, models)
  await renameSealed(database, models)
}

/**
 * The log entries of an entity with a new name get it, so that its records keep their history. Their hashes cover the
 * name and are computed again as far as the chain is intact; from the first entry that was changed on they stay as they
 * are, so that the damage is still found.
 */
import { formerNames } from '../../../protocol/index.ts'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../access/system-tables.ts'
import { auditTable } from './audit.ts'
import { chainTable, entryHash } from './chain.ts'
import { renameWatched, type NamedModel } from './rename-watched.ts'

/** Records of one transaction. */
const batchSize = 100

/**
 * Called after the tables and columns were renamed, before anybody uses them: what names them follows. It goes on where
 * it was interrupted.
 */
export async function renameLoggedEntities(database: SystemDatabase, models: readonly NamedModel[]): Promise<void> {
  for (const { id, renamedFrom } of models)
    for (const from of formerNames(renamedFrom)) await renameEntity(database, from, id)
  await renameWatched(database, models)
}

async function renameEntity(database: SystemDatabase, from: string, to: string): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const start: number = after
    after = await database.write((trx) => renameBatch(trx, { from, to }, start))
  }
}

interface Renaming {
  readonly from: string
  readonly to: string
}

/** @returns the last chain of the batch, null after the last batch */
async function renameBatch(trx: SystemTransaction, { from, to }: Renaming, after: number): Promise<number | null> {
  const ends = await trx
    .selectFrom(chainTable)
    .selectAll()
    .where('entity', '=', from)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const occupied = await trx
    .selectFrom(chainTable)
    .select('record_id')
    .where('entity', '=', to)
    .where('record_id', 'in', [0, ...ends.map((end) => end.record_id)])
    .execute()
  // A chain that begins anew under the new name stays one of its own.
  const free = ends.filter((end) => !occupied.some((row) => row.record_id === end.record_id))
  const chains: Chain[] = []
  for (const end of free) chains.push(await rehash(trx, end, to))
  // Ends of chains are locked before entries, as everywhere.
  for (const { end } of chains)
    await trx.updateTable(chainTable).set({ entity: to, hash: end.hash }).where('id', '=', end.id).execute()
  for (const { id, hash } of chains.flatMap(({ entries }) => entries))
    await trx.updateTable(auditTable).set({ entity: to, hash }).where('id', '=', id).execute()
  const last = ends.at(-1)
  if (last && ends.length === batchSize) return last.id
  // Entries from before there were chains.
  await trx
    .updateTable(auditTable)
    .set({ entity: to })
    .where('entity', '=', from)
    .where('position', 'is', null)
    .execute()
  await renameImports(trx, { from, to })
  return null
}

async function renameImports(trx: SystemTransaction, { from, to }: Renaming): Promise<void> {
  for (;;) {
    const rows = await trx
      .selectFrom('import_change')
      .select('id')
      .where('entity', '=', from)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await trx.updateTable('import_change').set({ entity: to }).where('id', 'in', ids).execute()
  }
}

interface Chain {
  readonly end: { readonly id: number; readonly hash: string }
  readonly entries: readonly Hashed[]
}
interface Hashed {
  readonly id: number
  readonly hash: string | null
}

/** The hashes of a chain under the new name. */
async function rehash(trx: SystemTransaction, end: SystemRow<'record_log'>, entity: string): Promise<Chain> {
  const rows = await trx
    .selectFrom(auditTable)
    .selectAll()
    .where('entity', '=', end.entity)
    .where('record_id', '=', end.record_id)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
  const entries: Hashed[] = []
  let [before, renamed, isIntact] = [end.removed_hash ?? '', end.removed_hash ?? '', true]
  for (const row of rows) {
    isIntact &&= entryHash(before, row) === row.hash
    before = row.hash ?? ''
    renamed = isIntact ? entryHash(renamed, { ...row, entity }) : before
    entries.push({ id: row.id, hash: isIntact ? renamed : row.hash })
  }
  return { end: { id: end.id, hash: isIntact && end.hash === before ? renamed : end.hash }, entries }
}

/** Files that a backup cannot contain, because they are in a cloud store. */
import { openDatabase, requireTables } from '../../db/index.ts'

/** How many attachments of the database are in a cloud store. Throws a DatabaseError when it cannot be used. */
export async function countCloudFiles(databaseUrl: string, readerScript: string): Promise<number> {
  const database = await openDatabase(databaseUrl, { readerScript, existing: true })
  try {
    await requireTables(database, [])
    const { count } = await database.query
      .selectFrom('attachment')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('storage', 'not like', 'local%')
      .executeTakeFirstOrThrow()
    return Number(count)
  } finally {
    await database.close()
  }
}

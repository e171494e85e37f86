/**
 * Names of accounts that differ in case only: people take them for one, so that no new one is given beside another.
 * Those that are there already stay, because each is signed in to by its exact spelling.
 */
import { sql } from 'kysely'
import { metaTable } from '../../db/ownership.ts'
import type { Reading, Row } from '../../db/tables.ts'

type Statements = Pick<Reading, 'getExecutor'>

/** Where a name stands by which an account is found when it signs in. */
export interface NameColumn {
  readonly table: string
  readonly column: string
}

/**
 * Makes other transactions that give names to accounts of the table wait until this one ends. Where such accounts exist
 * already, there can be no unique index that compares names without their case. Call it before rows are locked.
 */
export async function lockAccountNames(trx: Statements, table: string): Promise<void> {
  const key = `names of ${table}`
  await sql`insert into ${sql.table(metaTable)} (key, value) values (${key}, '')
    on conflict (key) do update set value = ${sql.table(metaTable)}.value`.execute(trx)
}

/**
 * The name of another account that differs from this one in case only; null when there is none.
 * @param id of the account that gets the name; null = a new one
 */
export async function findSimilarName(
  query: Statements,
  { table, column }: NameColumn,
  name: string,
  id: number | null,
): Promise<string | null> {
  const nameColumn = sql.ref(column)
  const { rows } = await sql<Row>`select ${nameColumn} as name from ${sql.table(table)}
    where lower(${nameColumn}) = lower(cast(${name} as text)) and ${nameColumn} <> ${name} and id <> ${id ?? 0}
    limit 1`.execute(query)
  const [row] = rows
  return row ? String(row['name']) : null
}

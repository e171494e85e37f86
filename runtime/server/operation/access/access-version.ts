/**
 * The access version: a number that grows with every change to admins, groups and rules, so that every process notices.
 */
import { sql, type RawBuilder } from 'kysely'
import { metaTable } from '../../db/ownership.ts'
import type { Transaction } from '../../db/tables.ts'

/** The access version as a column of a query; null before the first change. */
export const accessVersionColumn: RawBuilder<string | null> = sql<
  string | null
>`(select value from ${sql.table(metaTable)} where key = 'access')`

/**
 * Increments the access version. The first transaction to do so blocks all other changes to rights until it ends: two
 * changes, each harmless alone, could otherwise remove the last super admin.
 */
export async function bumpAccessVersion(trx: Transaction): Promise<void> {
  await sql`insert into ${sql.table(metaTable)} (key, value) values ('access', '1')
    on conflict (key) do update set value = cast(cast(${sql.table(metaTable)}.value as bigint) + 1 as text)`.execute(
    trx,
  )
}

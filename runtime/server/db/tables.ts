/** Types of rows and statements as the store sees them. */
import type { Kysely } from 'kysely'
import type { StoredValue } from '../../protocol/index.ts'

/** Tables come from models at run time, so the core does not know their columns statically. */
export type Tables = Record<string, Record<string, StoredValue>>
export type Row = Record<string, StoredValue>

/** The id of a stored row: every table has the column, and it is an integer. */
export const rowId = (row: Readonly<Row>): number => Number(row['id'])

/**
 * What a read needs: the `query` of a database, or a transaction. `DB` are the tables as their module declares them.
 */
export interface Reading<DB = Tables> extends Pick<
  Kysely<DB>,
  'selectFrom' | 'getExecutor' | 'executeQuery' | 'introspection'
> {}

/**
 * A transaction. It leaves out what modules have no use for: what is left of one for declared tables can be handed to
 * the core, which works on any.
 */
export interface Transaction<DB = Tables>
  extends Reading<DB>, Pick<Kysely<DB>, 'insertInto' | 'updateTable' | 'deleteFrom' | 'schema'> {}

/** A finished statement; a Kysely `CompiledQuery` is one. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Types of rows and statements as the store sees them. */
import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { StoredValue } from '../../protocol/index.ts'

/** Tables come from models at run time, so the core does not know their columns statically. */
export type Tables = Record<string, Record<string, StoredValue>>
export type Row = Record<string, StoredValue>
export type Transaction = KyselyTransaction<Tables>
/** What reading takes: the `query` of a database, or a transaction. */
export type Reading = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor' | 'executeQuery'>

/** A finished statement; a Kysely `CompiledQuery` is one. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

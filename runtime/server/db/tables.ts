/** Types of rows and statements as the store sees them. */
import type { Transaction } from 'kysely'
import type { StoredValue } from '../../protocol/index.ts'

/** Tables come from models at run time, so the core does not know their columns statically. */
export type Tables = Record<string, Record<string, StoredValue>>
export type Row = Record<string, StoredValue>
export type Write = Transaction<Tables>

/** A finished statement; a Kysely `CompiledQuery` is one. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

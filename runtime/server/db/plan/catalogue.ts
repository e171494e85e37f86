/** The tables of a live database, in words both engines share. */
import type { Reading } from '../tables.ts'

export interface LiveColumn {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** The default as the engine spells it, or null. */
  readonly default: string | null
}

export interface LiveIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /** The condition of a partial index as the engine spells it, or null. */
  readonly where: string | null
  /** An interrupted attempt left it in a state in which it finds nothing. */
  readonly isBroken: boolean
}

export interface LiveForeignKey {
  /** Null where references have no names of use. */
  readonly name: string | null
  readonly column: string
  readonly table: string
  /** `restrict`, `cascade`, `null`, or the engine's own word for anything else. */
  readonly onDelete: string
  /** All rows are known to refer to a record; only later writes are checked otherwise. */
  readonly isValid: boolean
}

export interface LiveTable {
  readonly name: string
  readonly columns: readonly LiveColumn[]
  readonly indexes: readonly LiveIndex[]
  readonly foreignKeys: readonly LiveForeignKey[]
  /** Its search indexes by name, with what is known of them. */
  readonly search: readonly LiveSearch[]
  /** Names of its checks and triggers. */
  readonly guards: readonly string[]
}

export interface LiveSearch {
  readonly name: string
  /** An interrupted attempt left it in a state in which it finds nothing. */
  readonly isBroken: boolean
}

/** Reads all tables of the database (PostgreSQL: of the current schema). */
export type ReadCatalogue = (query: Reading) => Promise<readonly LiveTable[]>

/** The rows of each table, of one statement about all of them. */
export function byTable<R extends { readonly table: string }>(rows: readonly R[]): (name: string) => readonly R[] {
  const rowsByTable = new Map<string, R[]>()
  for (const row of rows) {
    const tableRows = rowsByTable.get(row.table)
    if (tableRows) tableRows.push(row)
    else rowsByTable.set(row.table, [row])
  }
  return (name) => rowsByTable.get(name) ?? []
}

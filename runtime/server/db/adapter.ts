/** What differs between the engines, as capabilities: no code compares the name of an engine. */
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { AdoptedEngine, ArithmeticOp, ColumnType, SortDirection, StoredValue } from '../../protocol/index.ts'
import type { Ddl } from './ddl.ts'
import type { ReadCatalogue } from './plan/catalogue.ts'
import type { SearchPlan, WindowShares } from './search.ts'
import type { Reading, Row } from './tables.ts'

/** An error of the store in terms of both engines; null from `problemOf` = another error. */
export type StoreProblem =
  /** Columns of the violated unique index, if the engine names them. */
  | { readonly kind: 'unique'; readonly table: string | null; readonly fields: readonly string[] }
  /** A record still refers to the row, or the row refers to a record that is not there. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'required'; readonly fields: readonly string[] }
  /** Waited too long for a lock, a connection or an answer. Trying again may help. */
  | { readonly kind: 'busy' }
  /** The statement ran longer than its deadline and was ended. */
  | { readonly kind: 'deadline' }
  /** Another heavy read of the same account is still running. */
  | { readonly kind: 'occupied' }
  /** The statement was ended because nobody waits for its answer. */
  | { readonly kind: 'cancelled' }
  /** Another process has brought the database to a newer model; this one must be restarted. */
  | { readonly kind: 'outdated' }
  /** The disk is full. */
  | { readonly kind: 'full' }
  /** The database cannot be reached or read. */
  | { readonly kind: 'unavailable' }

/**
 * How a row is locked. `reference`: it stays as it is for those who refer to it; many transactions can have this lock,
 * and writes of other columns go on. `write`: one transaction writes it, references to it stay possible. `exclusive`:
 * nobody refers to it or writes it meanwhile; to delete, restore or disable it.
 */
export type RowLock = 'reference' | 'write' | 'exclusive'

type Operand = Expression<unknown>

export interface Adapter {
  /** For people: log lines, `/healthz`. */
  readonly label: string
  /** Name by which schemas and modules mean the engine. */
  readonly engine: AdoptedEngine
  /** The database belongs to this server alone, which updates it automatically at the start. */
  readonly embedded: boolean
  readonly ddl: Ddl
  /** Reads the tables of the live database. */
  readonly catalogue: ReadCatalogue
  /**
   * True when the text matches the pattern: `%` any text, `_` one character, `\` escapes the next one. Case counts
   * except for ASCII letters. NULL for NULL.
   */
  like(text: Operand, pattern: string): RawBuilder<SqlBool>
  /** An integer column as text; with a scale as its decimal value ("12.50"). NULL for NULL. */
  textOf(integer: Operand, scale?: number): RawBuilder<string>
  /** True when the JSON array in the column contains the value; false for NULL. */
  jsonHas(json: Operand, value: string | number): RawBuilder<SqlBool>
  /** True when the JSON array in the column contains one of the texts; false for NULL. Reads each array once. */
  jsonHasAny(json: Operand, texts: readonly string[]): RawBuilder<SqlBool>
  /** True when the comma-separated list in the text contains the value; false for NULL and for values with a comma. */
  inSet(text: Operand, value: string): RawBuilder<SqlBool>
  /** Number of items in the JSON array of the column; 0 for NULL. */
  jsonLength(json: Operand): RawBuilder<number>
  /**
   * The texts of the records whose ids the JSON array of the column contains, in its order, as a JSON array. Ids
   * without a record are left out; none for NULL and for what is no list of ids.
   * @param table of the records, whose column `text` holds the texts
   */
  jsonTexts(ids: Operand, table: string, text: string): RawBuilder<string>
  /** Two integers; NULL where the result leaves 64 bits and by zero. Division cuts towards zero. */
  arithmetic(op: ArithmeticOp, left: Operand, right: Operand): RawBuilder<number>
  /** A fixed text of a schema, compared by code point. */
  textLiteral(text: string): RawBuilder<string>
  /** True when the integer is one of a JSON array of integers, of any length; an index of the column can serve it. */
  isAmong(integer: Operand, json: unknown): RawBuilder<SqlBool>
  /**
   * An ORDER BY item with NULLs first ascending, last descending, in a form that the indexes can serve.
   * @param nullable the result of `isNullable(model, field)`
   */
  orderBy(column: Operand, direction: SortDirection, nullable: boolean): RawBuilder<StoredValue>
  /** A column in a form that no index serves, in the same order. */
  unindexed(column: Operand, type: ColumnType): RawBuilder<StoredValue>
  /** A condition in a form that no index serves and that the engine takes to be true for many rows. */
  unindexedCondition(condition: Operand): RawBuilder<SqlBool>
  /** Every index ends with the id, also where it does not name it. */
  readonly indexesEndWithId: boolean
  /**
   * Where rows are joined with others it would rather sort all of them than walk an index, unless it joins with a
   * subquery that has an order and a limit; such a subquery's order is the order of the whole.
   */
  readonly sortsJoined: boolean
  /**
   * A condition that is true for every row and ends the statement when its read has reached its limits; null where the
   * engine can end a running statement from outside. Only reads of `page` and `rows` may contain it.
   * @param id an integer column of the scanned table
   */
  checkpoint(id: Operand): RawBuilder<SqlBool> | null
  /** What is wrong with files, indexes and constraints of the database; empty = nothing. May read all of it. */
  faults(query: Reading): Promise<readonly string[]>
  /** Rows of the tables, and bytes of them with their indexes on the disk. */
  storedSize(query: Reading, tables: readonly string[]): Promise<StoredSize>
  /** Names of the minimums that rows from before them need not have: the database refuses new values only. */
  laterFloors(query: Reading): Promise<readonly string[]>
  /**
   * Rows bound to a statement as a table of its FROM clause, with their positions from 0 as `_n`. What a row lacks is
   * NULL.
   */
  listed(name: string, columns: readonly ListedColumn[], rows: readonly Readonly<Row>[]): RawBuilder<unknown>
  /** Takes ids for that many new rows of an own table: ascending, and given to nobody else. */
  reserveIds(trx: Reading, table: string, count: number): Promise<readonly number[]>
  readonly search: SearchEngine
  /**
   * The end of a SELECT that also locks the rows it finds, in its order, until the transaction ends; null where there
   * is only one writer.
   * @param of the tables of its FROM clause whose rows are locked, by alias; absent = all
   */
  rowLock(lock: RowLock, of?: readonly string[]): RawBuilder<unknown> | null
  /**
   * Waits until no other transaction has the lock of that name, and keeps it until this one ends: for what is looked up
   * before it is inserted, where no unique index decides. It comes before all locks of rows. Nothing to do where there
   * is only one writer.
   */
  lockName(trx: Reading, name: string): Promise<void>
  problemOf(error: unknown): StoreProblem | null
}

export interface StoredSize {
  readonly rows: number
  readonly bytes: number
}

/** Asks the search index. */
export interface SearchEngine {
  /**
   * The parameter that asks for the rows that may contain the text; null when the index cannot be asked for it.
   * @param common windows that many rows have, with their shares of the rows
   */
  query(text: string, common: WindowShares): string | null
  /** The rows that a search index finds, of a table that the statement calls `t`. */
  found(table: string, search: SearchPlan, query: unknown): FoundRows
  /** Names of the search indexes of the live database that find all rows. */
  ready(query: Reading): Promise<readonly string[]>
  /** Windows that many rows of the table have: reading those from the index takes long and excludes little. */
  commonWindows(query: Reading, table: string, search: SearchPlan): Promise<WindowShares>
  /** How many rows wait to be indexed; 0 where the engine does that by itself, or where there is no such index. */
  countWaiting(query: Reading, search: SearchPlan): Promise<number>
}

export interface FoundRows {
  /** What the FROM clause begins with. */
  readonly from: RawBuilder<unknown>
  /** The condition that it needs; null = none. */
  readonly where: RawBuilder<SqlBool> | null
}

/** A column of a listing. */
export interface ListedColumn {
  readonly name: string
  readonly type: ColumnType
}

/** Rows with their positions as JSON, and the columns that they then have. */
export const positioned = (
  columns: readonly ListedColumn[],
  rows: readonly Readonly<Row>[],
): { readonly columns: readonly ListedColumn[]; readonly json: string } => ({
  columns: [{ name: '_n', type: 'integer' }, ...columns],
  json: JSON.stringify(rows.map((row, index) => ({ ...row, _n: index }))),
})

/** The pattern for "contains this text", with the text escaped. */
export function likePattern(text: string): string {
  return `%${text
    // Guard T05: wildcards are escaped.
    .replace(/[\\%_]/g, '\\$&')}%`
}

/** A pattern that every engine accepts: a trailing `\` is literal. */
export function closedPattern(pattern: string): string {
  const trailing = /\\*$/.exec(pattern)?.[0].length ?? 0
  return trailing % 2 === 0 ? pattern : `${pattern}\\`
}

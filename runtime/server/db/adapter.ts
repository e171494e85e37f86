/** What differs between the engines, as capabilities: nobody asks for an engine's name. */
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { ArithmeticOp, ColumnType, SortDirection, StoredValue } from '../../protocol/index.ts'
import type { Ddl } from './ddl.ts'
import type { ReadCatalogue } from './plan/catalogue.ts'

/** An error of the store in words both engines share; null from `problemOf` = none of these. */
export type StoreProblem =
  /** Columns of the violated unique index, as far as the engine tells them. */
  | { readonly kind: 'unique'; readonly table: string | null; readonly fields: readonly string[] }
  /** A record still refers to the row, or the row refers to a record that is not there. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'required'; readonly fields: readonly string[] }
  /** Waited too long for a lock, a connection or an answer. Trying again may help. */
  | { readonly kind: 'busy' }
  /** No room left on the disk. */
  | { readonly kind: 'full' }
  /** The database cannot be reached or read. */
  | { readonly kind: 'unavailable' }

type Operand = Expression<unknown>

export interface Adapter {
  /** For people: log lines, `/healthz`. */
  readonly label: string
  /** The database belongs to this one server, which then brings it up to date by itself when it starts. */
  readonly embedded: boolean
  readonly ddl: Ddl
  /** Reads the tables of the live database. */
  readonly catalogue: ReadCatalogue
  /**
   * True when the text matches the pattern: `%` any, `_` one character, `\` takes the next one literally. Case counts
   * for all but ASCII letters. NULL for NULL.
   */
  like(text: Operand, pattern: string): RawBuilder<SqlBool>
  /** An integer column as text; with a scale as the decimal it stands for ("12.50"). NULL for NULL. */
  textOf(integer: Operand, scale?: number): RawBuilder<string>
  /** True when the JSON array in the column holds the value; false for NULL. */
  jsonHas(json: Operand, value: string | number): RawBuilder<SqlBool>
  /** True when the comma-separated list in the text holds the value; false for NULL and for values with a comma. */
  inSet(text: Operand, value: string): RawBuilder<SqlBool>
  /** How many items the JSON array in the column holds; 0 for NULL. */
  jsonLength(json: Operand): RawBuilder<number>
  /** Two integers; NULL where the result leaves 64 bits and by zero. Division cuts towards zero. */
  arithmetic(op: ArithmeticOp, left: Operand, right: Operand): RawBuilder<number>
  /** A fixed text of a schema, compared by code point. */
  textLiteral(text: string): RawBuilder<string>
  /** True when the integer is one of a JSON array of integers, of any length; an index of the column can serve it. */
  isAmong(integer: Operand, json: unknown): RawBuilder<SqlBool>
  /**
   * An ORDER BY item with NULLs first ascending, last descending, in the form the indexes can serve.
   * @param nullable as `isNullable(model, field)` says
   */
  orderBy(column: Operand, direction: SortDirection, nullable: boolean): RawBuilder<StoredValue>
  readonly listing: Listing
  /**
   * A SELECT that also locks the rows it finds, in its order, until the transaction ends; null where whoever writes is
   * alone.
   */
  locking(select: RawBuilder<unknown>): RawBuilder<unknown> | null
  problemOf(error: unknown): StoreProblem | null
}

/** Rows bound to a statement as a table of its FROM clause. */
export interface Listing {
  /** The text differs with the number of rows. */
  readonly countsRows: boolean
  /**
   * The table for that many rows. It takes the statement's parameters from the first on; there is one listing a
   * statement.
   */
  table(name: string, columns: readonly ListedColumn[], count: number): RawBuilder<unknown>
  /** What is bound to it; what a row lacks is NULL. */
  parameters(
    columns: readonly ListedColumn[],
    rows: readonly Readonly<Record<string, StoredValue>>[],
  ): readonly StoredValue[]
}

/** A column of a listing. */
export interface ListedColumn {
  readonly name: string
  readonly type: ColumnType
}

/** The pattern for "holds this text", the text taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** A pattern every engine accepts: a lone `\` at its end stands for itself. */
export function closedPattern(pattern: string): string {
  const trailing = /\\*$/.exec(pattern)![0].length
  return trailing % 2 === 0 ? pattern : `${pattern}\\`
}

/**
 * How a column is stored, for statements that cannot name it as others do. The unit of the code is the integer that a
 * field's kind stores (a decimal's value × 10^scale). Where an engine stores it in another form, statements still read
 * integers, and what query builders write is converted. These marks are for the rest: comparisons and orders that an
 * index has to serve, and written SQL that changes rows.
 */
import { sql, type Expression, type OperationNode, type RawBuilder, type RawNode } from 'kysely'
import type { StoredValue } from '../../protocol/index.ts'

/**
 * `compared`: a column of a row that is read, as it is stored. `value`: an integer as the column stores it. `unit`: a
 * column of the row that the statement itself writes, as an integer. `target`: the table whose rows it writes. `text`:
 * a whole statement about tables and columns as they are.
 */
type StoredUse = 'compared' | 'value' | 'unit' | 'target' | 'text'

interface StoredMark {
  readonly use: StoredUse
  readonly table: string
  readonly column: string
  /** Alias of the rows; null = none. */
  readonly alias: string | null
}

/** What an engine that stores integers only prints is the node itself. */
export interface MarkedNode extends RawNode {
  readonly mark: StoredMark
}

export const isMarked = (node: RawNode): node is MarkedNode => 'mark' in node

/** A statement that is sent as it is. */
export const asItIs = (text: string): MarkedNode => ({
  kind: 'RawNode',
  sqlFragments: [text],
  parameters: [],
  mark: { use: 'text', table: '', column: '', alias: null },
})

class Marked<T> implements Expression<T> {
  readonly #node: MarkedNode

  constructor(mark: StoredMark, inner: Expression<unknown>) {
    this.#node = { kind: 'RawNode', sqlFragments: ['', ''], parameters: [inner.toOperationNode()], mark }
  }

  get expressionType(): T | undefined {
    return undefined
  }

  toOperationNode(): OperationNode {
    return this.#node
  }
}

const marked = <T>(mark: StoredMark, inner: Expression<unknown>): RawBuilder<T> => sql<T>`${new Marked<T>(mark, inner)}`

/** The column for comparisons with `storedValue`, and for orders: an index of it serves both. */
export function comparedColumn(table: string, column: string, alias: string): RawBuilder<StoredValue> {
  return marked({ use: 'compared', table, column, alias }, sql.id(alias, column))
}

/** An integer, or NULL, as the column stores it. */
export function storedValue<T = StoredValue>(table: string, column: string, value: Expression<unknown>): RawBuilder<T> {
  return marked({ use: 'value', table, column, alias: null }, value)
}

/** The integer of a column in the row that an UPDATE or RETURNING is about. */
export function unitOf(table: string, column: string, alias: string | null): RawBuilder<StoredValue> {
  return marked({ use: 'unit', table, column, alias }, alias === null ? sql.id(column) : sql.id(alias, column))
}

/**
 * The table in written SQL that changes its rows, instead of `sql.table`: values for its columns are `storedValue`,
 * what it reads of the row is `unitOf`.
 */
export function targetTable(table: string): RawBuilder<unknown> {
  return marked({ use: 'target', table, column: '', alias: null }, sql.table(table))
}

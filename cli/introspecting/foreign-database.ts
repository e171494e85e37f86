/** A database of another application in words that all engines share: what `introspect` reads. */

export interface ForeignColumn {
  readonly name: string
  /** Declared type without its arguments, in lower case: `varchar`, `timestamp without time zone`. */
  readonly type: string
  readonly length?: number
  readonly precision?: number
  readonly scale?: number
  readonly isNullable: boolean
  /** SQL text of the default; null = none. */
  readonly default: string | null
  /** The database computes the value from other columns. */
  readonly isComputed: boolean
  /** The database numbers new rows. */
  readonly isNumbered: boolean
  /** Values that the type or a check allows; absent = any. */
  readonly values?: readonly (string | number)[]
  /** The type in SQL, where values have to be converted to it. */
  readonly sqlType?: string
  readonly minimum?: number
  readonly comment?: string
}

export interface ForeignReference {
  readonly columns: readonly string[]
  readonly schema: string
  readonly table: string
  /** Columns of the other table; empty = its primary key. */
  readonly toColumns: readonly string[]
  readonly onDelete: 'restrict' | 'cascade' | 'null'
}

export interface ForeignTable {
  /** Empty where the engine has no schemas. */
  readonly schema: string
  readonly name: string
  readonly isView: boolean
  readonly comment?: string
  readonly columns: readonly ForeignColumn[]
  /** Columns of the primary key; empty where there is none. */
  readonly key: readonly string[]
  readonly uniques: readonly (readonly string[])[]
  readonly references: readonly ForeignReference[]
  /** Rows have no place of their own, so that they cannot be told apart without a key. */
  readonly hasNoPlace?: true
}

/** What was left out, and why. */
export interface Skipped {
  readonly table: string
  readonly why: 'virtual' | 'partition' | 'syntax'
}

/** Values of some rows by column, as the driver returns them; times and decimals as text. */
export type Sample = readonly Readonly<Record<string, unknown>>[]

export interface ForeignDatabase {
  readonly engine: 'sqlite' | 'postgresql' | 'mysql'
  /** Columns hold what was written, whatever type they are declared with. */
  readonly isLoose: boolean
  readonly tables: readonly ForeignTable[]
  readonly skipped: readonly Skipped[]
  /** Some rows, from which is concluded what declarations leave open. */
  sample(table: ForeignTable): Promise<Sample>
  /** The smallest and the largest value of a column; null in an empty table. */
  range(table: ForeignTable, column: string): Promise<readonly [number, number] | null>
  /** The largest number of rows that have the same value in a column. */
  most(table: ForeignTable, column: string): Promise<number>
  close(): Promise<void>
}

/** Rows that are looked at. */
export const sampleSize = 2000

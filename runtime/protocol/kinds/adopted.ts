/**
 * How an adopted table is stored: one that another application created. It is read and written as it is; nothing is
 * added to it, neither columns nor indexes nor triggers.
 */
export const adoptedEngines = ['sqlite', 'postgresql'] as const
export type AdoptedEngine = (typeof adoptedEngines)[number]

/**
 * Where the integer `id` of a record comes from: `column`: the primary key is one; `hash`: computed from the key, which
 * is a text or has several columns; `row`: the place of the row, for what has no key and can only be read.
 */
export const adoptedIds = ['column', 'hash', 'row'] as const
export type AdoptedId = (typeof adoptedIds)[number]

export interface AdoptedModel {
  readonly engine: AdoptedEngine
  /** Name under which its SQLite file is attached, and its path below the project; absent on PostgreSQL. */
  readonly file?: { readonly name: string; readonly path: string }
  /** Schema of the table on PostgreSQL. */
  readonly schema?: string
  readonly table: string
  /** Columns of the primary key; empty where there is none. */
  readonly key: readonly string[]
  readonly id: AdoptedId
  /** The database gives no number to a new row, so the next one is computed. */
  readonly isNumbered?: true
  /** The rows are those of a view. */
  readonly isView?: true
}

/**
 * How the column of a field holds its value, where it is not as the kind stores it. `number`: a decimal as a number;
 * `boolean`: 0 and 1 as false and true; `date`: a date of the database's own type; `midnight`: a date as a date and
 * time at 00:00:00; `datetime`: date and time in a zone; `seconds`: a point in time of the database's own type;
 * `milliseconds`: since 1970; `time`: a time of day of the database's own type; `native`: a text of another type;
 * `size`: bytes, of which only the number is read; `digits`: an integer too large for JSON, as text.
 */
export const storedForms = [
  'number',
  'boolean',
  'date',
  'midnight',
  'datetime',
  'seconds',
  'milliseconds',
  'time',
  'native',
  'size',
  'digits',
] as const
export type StoredForm = (typeof storedForms)[number]

export interface StoredModel {
  readonly column: string
  readonly as?: StoredForm
  /** Type of the column in SQL, for `native`. */
  readonly type?: string
  /** Zone of a `datetime`, for example `Asia/Shanghai`. */
  readonly zone?: string
  /** The column holds an empty text where there is no value, because it cannot be NULL. */
  readonly isEmptyText?: true
  /** Column of the target that the column refers to, where it is not the one that gives its `id`. */
  readonly refersTo?: string
}

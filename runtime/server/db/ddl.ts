/** How an engine spells tables, columns and indexes. Statements only; what is to be done is decided in plan/. */
import type { ColumnType, FieldModel, RenamedFrom, StoredValue } from '../../protocol/index.ts'
import type { SearchPlan } from './search.ts'

type OnDelete = 'restrict' | 'cascade' | 'null'

export interface ColumnPlan {
  readonly name: string
  readonly type: ColumnType
  /** Digits after the point of a decimal; absent = none. Default and minimum are integers, value × 10^scale. */
  readonly scale?: number
  readonly nullable: boolean
  readonly default: StoredValue
  /** Former names of the column; absent = none. */
  readonly renamedFrom?: RenamedFrom
  /** The database itself refuses values below. */
  readonly floor?: FloorPlan
}

export interface FloorPlan {
  readonly name: string
  readonly least: number
}

export interface IndexPlan {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /** Only rows where this column is NULL are in the index (the soft-delete column), or null for all rows. */
  readonly whereNull: string | null
}

export interface ForeignKeyPlan {
  readonly name: string
  readonly column: string
  readonly table: string
  readonly onDelete: OnDelete
}

/** A table as the models define it. The primary key is always `id`. */
export interface TablePlan {
  readonly name: string
  readonly columns: readonly ColumnPlan[]
  readonly indexes: readonly IndexPlan[]
  readonly foreignKeys: readonly ForeignKeyPlan[]
  /** Its entity; absent = it is no table of a model. */
  readonly entity?: string
  /** Former ids of its entity; absent = none. */
  readonly renamedFrom?: RenamedFrom
  /** Name of the guard that refuses to change and remove rows; absent = they may be. */
  readonly appendOnly?: string
  /** The index of its quick search; absent = none. */
  readonly search?: SearchPlan
  /** Rows of ledgers contain the name of its entity, which therefore cannot have another one. */
  readonly isNamedInLedger?: true
  /** The fields whose values the columns have; absent = it is no table of a model. */
  readonly fields?: readonly FieldModel[]
}

/** What an existing column becomes, with all that belongs to it. */
export interface ColumnChange {
  /** The new value, as SQL over the old column. */
  readonly value: string
  /** The reference it has; null = none. */
  readonly oldKey: NamedKey | null
  /** The reference it gets; null = none. */
  readonly key: ForeignKeyPlan | null
  /** Names of the table's live indexes that contain it. */
  readonly indexes: readonly string[]
  /** Those of them that stay as they are. */
  readonly keptIndexes: readonly IndexPlan[]
  /** The live search index that contains it; null = none. */
  readonly search: SearchPlan | null
}

/** The name of a live reference, and whether it is the one that is wanted. */
interface NamedKey {
  readonly name: string
  readonly isKept: boolean
}

/** What creates a search index. */
export interface CreateSearch {
  readonly sql: readonly string[]
  /** Statements that run after the transaction, each by itself. */
  readonly after: readonly string[]
}

/** A column that another one is to replace, which is made beside it. */
export interface SwapColumn {
  /** As it is to be. */
  readonly column: ColumnPlan
  /** Its value, as SQL over the old column. */
  readonly value: string
  /** The condition that a row has no exact value; null = every row has one. */
  readonly unfit: string | null
  /** Such rows get the value all the same. */
  readonly losesDigits: boolean
}

/** What a table needs before columns of it are swapped, while others read and write it. Each part can be run again. */
export interface Preparation {
  readonly table: string
  /** Part of the names of all that is made for it. It is derived from the change, so that another one has another. */
  readonly mark: string
  /** One short transaction: new columns beside the old ones, and a trigger that keeps them in step. */
  readonly first: readonly string[]
  /** Fills in rows after the id `$1` and returns their ids; rows that others have locked are left out. */
  readonly batch: string
  /** Each index is built by itself. */
  readonly indexes: readonly { readonly name: string; readonly create: string; readonly drop: string }[]
  /** Checks: a short transaction adds one, which is then validated by itself. */
  readonly checks: readonly SwapCheck[]
  /** Runs by itself. */
  readonly analyze: string
  /** Fills in what the batches left out, once nobody else uses the table. */
  readonly catchUp: string
  /** Counts the rows that have no exact value. */
  readonly count: string
  /** So many have none, and lose digits. */
  readonly rows: number
}

interface SwapCheck {
  readonly name: string
  readonly add: string
  readonly validate: string
  /** Existing rows need not fit. */
  readonly mayFail: boolean
}

/** How columns of a large table change while others read and write it. */
interface ColumnSwap {
  /** @param indexes those of the table that stay @param rows that lose digits */
  of(table: TablePlan, columns: readonly SwapColumn[], facts: SwapFacts): SwapWay
  /** Statements that remove what a preparation made. @param guard of a table whose rows never change; null = another */
  discard(table: string, mark: string, guard: string | null): readonly string[]
  /**
   * A query for what was made of a column, by plans and by others: `_name`, and `_blocks` 1 where its type cannot
   * change meanwhile. The rest would be lost with the column.
   */
  dependants(table: string, column: string): string
}

interface SwapFacts {
  /** Indexes of the table that have one of the columns, and stay. */
  readonly indexes: readonly IndexPlan[]
  /** Rows that lose digits. */
  readonly rows: number
  /** What the plan also renames is prepared under the names of now. */
  readonly former: FormerNames
  /** The guard of a table whose rows never change; null = none is there. */
  readonly guard: string | null
  /** All columns of the table by the names of now, which such a guard lets nobody change. */
  readonly guarded: readonly string[]
}

/** The names of a table and its columns until the plan is done; the statements of its steps have the new ones. */
export interface FormerNames {
  readonly table: string
  column(name: string): string
}

interface SwapWay {
  readonly before: Preparation
  /** Part of the transaction. */
  readonly sql: readonly string[]
}

export interface Ddl {
  /**
   * Statements that begin a transaction of schema changes: others cannot change tables meanwhile, and timeouts are
   * longer.
   */
  readonly begin: readonly string[]
  /**
   * Whether a transaction of schema changes gave up because another one uses a table. Those who come after it wait
   * behind it, so it waits briefly and comes back.
   */
  isTableInUse(error: unknown): boolean
  /**
   * The primary key is an index of its own, so that one of the id alone is never created; otherwise it is the table
   * itself, with all of each row.
   */
  readonly hasNarrowKeys: boolean
  /** Statements after which nobody else reads or writes the table until the transaction ends. */
  lockTable(name: string): readonly string[]
  /** The type of a column as the live catalogue spells it. */
  typeOf(column: Pick<ColumnPlan, 'type' | 'scale'>): string
  /** The integer in a column of a live type, as SQL. */
  integerIn(column: string, type: string): string
  /** The condition that a number column of a live type has what others wrote, and nobody can read as its number. */
  isUnreadable(column: string, type: string): string
  /** An integer as the column stores it. @param value SQL */
  storedIn(value: string, column: ColumnPlan): string
  /** A value of the model as the column stores it, as a literal. */
  literalIn(value: StoredValue, column: ColumnPlan): string
  /** What brings columns that an earlier version made to the storage of today; null where none differs. */
  readonly conversion: StorageConversion | null
  /** Statements that create the table with the guards of its rows, without its indexes. */
  createTable(table: TablePlan): readonly string[]
  /**
   * Statements for foreign keys that can be added only after all new tables exist; empty when the table definition
   * contains them.
   */
  foreignKeysAfter(table: TablePlan): readonly string[]
  /** Statements that add the column, with its foreign key; existing rows may not be checked (`validateKey`). */
  addColumn(table: TablePlan, column: ColumnPlan): readonly string[]
  createIndex(table: TablePlan, index: IndexPlan): string
  /**
   * Statements, each by itself after the transaction, that create an index while others write to the table; null where
   * only one connection writes anyway. What an interrupted attempt left is removed first.
   * @param isReplaced another index has its name, and serves until this one is complete
   */
  readonly createIndexConcurrently:
    | ((table: TablePlan, index: IndexPlan, isReplaced: boolean) => readonly string[])
    | null
  dropIndex(name: string): string
  /** Null where indexes cannot be renamed. */
  readonly renameIndex: ((from: string, to: string) => readonly string[]) | null
  /** Statements that remove a check or trigger, as far as the engine can remove it. */
  dropGuard(table: string, name: string): readonly string[]
  /** @param isNew the same plan creates the table; otherwise writes to it go on while its rows are indexed */
  createSearch(table: TablePlan, search: SearchPlan, isNew: boolean): CreateSearch
  dropSearch(name: string): readonly string[]
  /**
   * Statements that index so many of the rows that a search index lacks; null where it is complete once it is created.
   */
  fillSearch(table: TablePlan, search: SearchPlan, count: number): readonly string[] | null
  /** Statements that enforce the minimum of an existing column from now on. */
  addFloor(table: TablePlan, column: ColumnPlan, floor: FloorPlan): readonly string[]
  /** Statements after which no row of the table can be changed or removed. */
  forbidChanges(table: TablePlan, name: string): readonly string[]
  /**
   * Statements that give an existing column the type and requirement of the plan, and each row the value; null where
   * they would lose an index of somebody else.
   */
  changeColumn(table: TablePlan, column: ColumnPlan, change: ColumnChange): readonly string[] | null
  /** Null where only one connection writes anyway. */
  readonly swap: ColumnSwap | null
  /**
   * Statements that give an existing column, which is as in the plan otherwise, another reference or none; null where
   * they would lose an index of somebody else. Existing rows are not checked.
   */
  changeKey(table: TablePlan, column: ColumnPlan, change: ColumnChange): readonly string[] | null
  /** Statements, each by itself after the transaction, that check the rows a changed reference was not checked for. */
  validateKey(table: string, key: string): readonly string[]
  /** A required column gets a reference only while the database checks no references. */
  readonly addsRequiredKeysUnchecked: boolean
  /** The condition that the JSON list in the column contains one of the values, NULL or false for NULL. */
  listHas(column: string, values: readonly ListItem[]): string
  /** The JSON list in the column with other values in place of the first of each pair, each once; NULL for NULL. */
  mapList(column: string, pairs: readonly (readonly [ListItem, ListItem])[]): string
  /** The JSON list that contains the column's value alone; NULL for NULL. */
  listOf(column: string): string
  /** How many items the JSON list in the column has, and the first one as a value of that type. */
  readList(column: string, type: ColumnType): { readonly size: string; readonly first: string }
  /** The condition that a text is a day as it is stored, such as `2024-03-05`; never NULL. */
  isDay(text: string): string
  /** The same for a time of day, such as `14:30:00`. */
  isClock(text: string): string
  /** Unix seconds of a day and a time there, such as `2024-03-05 14:30:00`. */
  secondsOf(text: string, timeZone: TimeZone): string
  /** The day and the time there of Unix seconds. */
  timeText(seconds: string, timeZone: TimeZone): string
  /** The JSON list of what is between the commas of the column's text; NULL for nothing. */
  splitText(column: string): string
  /** The items of the JSON list in the column with commas between them; NULL for NULL. */
  joinList(column: string): string
  /** How many characters the longest item of a JSON list has. @param list SQL of its text */
  longestItem(list: string): string
  /** How a text column is read as a number with `scale` digits: a condition that it is exactly one, and its value. */
  parseNumber(column: string, scale: number): { readonly fits: string; readonly value: string }
}

/** How integers become what a column stores today. */
interface StorageConversion {
  /** Whether a column of a live type has integers that the wanted one stores in another form. */
  isNeeded(column: ColumnPlan, type: string): boolean
  /** The condition that a column has an integer that the other form cannot have. */
  unfit(column: string): string
  /** Statements that convert all columns of a table, with what belongs to them, and those after the transaction. */
  statements(table: TablePlan, columns: readonly ColumnPlan[]): CreateSearch
}

/** A time zone by its IANA name, and the seconds by which its clocks are ahead of UTC, each since a moment. */
export interface TimeZone {
  readonly name: string
  readonly offsets: readonly (readonly [since: number, ahead: number])[]
}

/** A value in a JSON list. */
type ListItem = number | string

/** `name` as an identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A stored value as a literal. */
export function literal(value: StoredValue): string {
  if (value === null) return 'null'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** The input for the comparison: of all tables, and of one. */
import type { Ddl, FormerNames, TablePlan, TimeZone } from '../ddl.ts'
import type { LiveTable } from './catalogue.ts'
import type { CreatedColumns, RecordedModel, RecordedTable } from './recorded-model.ts'
import type { Step } from './step.ts'

/** Rows of a query over the live database. */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Several steps ask for the same count: it is one pass over the table. */
export function withCountsOnce(ask: Ask): Ask {
  const counts = new Map<string, ReturnType<Ask>>()
  return (text) => {
    if (!text.startsWith('select count(')) return ask(text)
    const count = counts.get(text) ?? ask(text)
    counts.set(text, count)
    return count
  }
}

export interface DiffInput {
  readonly ddl: Ddl
  readonly wanted: readonly TablePlan[]
  readonly live: readonly LiveTable[]
  /** The same with what is being prepared, by the names they have now. */
  readonly found: readonly LiveTable[]
  readonly made: CreatedColumns
  /** The model recorded with the last plan; null = none is recorded. */
  readonly recorded: RecordedModel | null
  /** What will be recorded. */
  readonly model: RecordedModel
  /** The steps after which the database has the names of what is known of it. */
  readonly renames: readonly Step[]
  readonly ask: Ask
}

export interface TableContext {
  readonly ddl: Ddl
  readonly table: TablePlan
  readonly live: LiveTable
  /** Names of the tables of the database. */
  readonly tables: readonly string[]
  /** Whether another table of the database has the column. */
  readonly hasColumn: (table: string, column: string) => boolean
  /** Columns of the table that earlier plans created. */
  readonly made: readonly string[]
  /** The table as it was last recorded; absent = not recorded yet. */
  readonly recorded?: RecordedTable
  /** What will be recorded. */
  readonly wanted: RecordedTable
  /** The names until the plan is done. */
  readonly former: FormerNames
  /** The table as it is, with what is being prepared. */
  readonly found: LiveTable
  /** Columns that are stored otherwise stay so for now. */
  readonly isStorageOpen: boolean
  /** The site's, where the meaning of a change depends on it. */
  readonly timeZone: TimeZone
  readonly hasRows: () => Promise<boolean>
  /** So many rows that others would notice while they wait for a change of all; never where there is one writer. */
  readonly isLarge: () => Promise<boolean>
  readonly ask: Ask
}

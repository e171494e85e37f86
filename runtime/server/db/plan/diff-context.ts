/** The input for the comparison of one table. */
import type { Ddl, TablePlan } from '../ddl.ts'
import type { LiveTable } from './catalogue.ts'
import type { RecordedTable } from './recorded.ts'

/** Rows of a query over the live database. */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

export interface TableContext {
  readonly ddl: Ddl
  readonly table: TablePlan
  readonly live: LiveTable
  /** Columns of the table that earlier plans created. */
  readonly made: readonly string[]
  /** The table as it was last recorded; absent = not recorded yet. */
  readonly recorded?: RecordedTable
  /** What will be recorded. */
  readonly wanted: RecordedTable
  readonly hasRows: () => Promise<boolean>
  readonly ask: Ask
}

/** The input for the comparison of one table. */
import type { Ddl, TablePlan } from '../ddl.ts'
import type { LiveTable } from './catalogue.ts'

export interface TableContext {
  readonly ddl: Ddl
  readonly table: TablePlan
  readonly live: LiveTable
  /** Columns of the table that earlier plans created. */
  readonly made: readonly string[]
  readonly hasRows: () => Promise<boolean>
}

/** One record of the file, as it was read. */
import type { Change } from '../../operation/change.ts'
import type { Problems, Values } from '../body.ts'
import type { CsvRecord } from './csv-reader.ts'
import type { Fault } from './report.ts'

export interface ImportRow {
  readonly record: CsvRecord
  readonly values: Values
  readonly problems: Problems
  /** Cells that name records of other tables, by field. */
  readonly targets: Map<string, string>
  /** Why the whole row cannot be used; empty when it can. */
  readonly faults: readonly Fault[]
  /** The body after the hooks that prepare it; null where there are none. */
  readonly prepared: PreparedRow | null
}

interface PreparedRow {
  readonly body: Change['body']
  /** Values of fields that no file names. */
  readonly overrides: Values
}

/** True when nothing is known that speaks against the row. */
export const isReadable = ({ faults, problems }: ImportRow): boolean => faults.length === 0 && problems.size === 0

/** The row for one attempt to write it: resolving its targets changes it. */
export const copyRow = (row: ImportRow): ImportRow => ({
  ...row,
  values: new Map(row.values),
  problems: new Map(row.problems),
  targets: new Map(row.targets),
})

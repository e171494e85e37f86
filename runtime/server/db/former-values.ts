/** Copies of values as they were before a change of the schemas, by their names. */

export interface FormerValues {
  readonly table: string
  readonly column: string
  /** The table that has them: id and version of each record, and the value. */
  readonly copy: string
}

/** Days after which copies go: data of members may be in them as well. */
const keptDays = 30
const dayMs = 86_400_000

const prefix = 'tablewright_before_'

/** Whether a table is such a copy. */
export const isFormerValues = (table: string): boolean => table.startsWith(prefix)

/** Unix milliseconds at which a copy was named. */
const timeOf = (copy: string): number => Number(copy.slice(prefix.length).split('_')[0])

/** Whether the copy is too old. @param now Unix milliseconds */
export const isExpired = (copy: string, now: number): boolean => timeOf(copy) <= now - keptDays * dayMs

/**
 * Names copies of columns; nothing is copied yet.
 * @param now Unix milliseconds, which no other change has
 */
export const formerValuesOf = (
  columns: readonly Pick<FormerValues, 'table' | 'column'>[],
  now: number,
): readonly FormerValues[] =>
  columns.map(({ table, column }, index) => ({ table, column, copy: `${prefix}${now}_${index}` }))

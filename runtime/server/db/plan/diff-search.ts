/** Compares the search index of one table. Without it the quick search compares all rows, so the server can start. */
import type { TableContext } from './diff-context.ts'
import { reason } from './step-texts.ts'
import type { Step } from './step.ts'

const step = { class: 'safe', blocking: false, column: null } as const

/** They come first: an index that is no longer wanted must not keep a column from being changed. */
export function droppedSearches({ ddl, table, live }: TableContext): readonly Step[] {
  const obsolete = live.search.filter(({ name }) => name !== table.search?.name)
  return obsolete.map(({ name }) => ({
    ...step,
    kind: 'drop-search',
    table: table.name,
    sql: ddl.dropSearch(name),
    reason: reason('dropSearch', { table: table.name, index: name }),
  }))
}

/** @param steps those of the columns: an index must wait for a column that waits for a decision */
export function addedSearch({ ddl, table, live }: TableContext, steps: readonly Step[]): readonly Step[] {
  const { search } = table
  if (!search || live.search.some(({ name, isBroken }) => name === search.name && !isBroken)) return []
  const names = search.columns.map(({ name }) => name)
  const waiting = steps.filter((other) => other.class !== 'safe' && names.includes(other.column ?? ''))
  if (waiting.some((other) => other.sql.length === 0)) return []
  const { sql, after } = ddl.createSearch(table, search, false)
  return [
    {
      ...step,
      kind: 'add-search',
      table: table.name,
      // With the column that a person agrees to.
      ...(waiting.length > 0 && { class: 'guarded' as const }),
      sql,
      ...(after.length > 0 && { after }),
      reason: reason('addSearch', { table: table.name, columns: names.join(', ') }),
    },
  ]
}

/**
 * Rows bound to a statement: one parameter per value, which SQLite reads faster than JSON. Very many rows are bound as
 * JSON.
 */
import { sql } from 'kysely'
import type { StoredValue } from '../../../protocol/index.ts'
import { numbered, type Listing } from '../adapter.ts'

/** A statement allows 32 766 parameters. */
const maxListed = 30_000

export const sqliteListing: Listing = {
  countsRows: true,
  table(name, columns, count, shared = []) {
    const once = shared.map((column) => sql`? as ${sql.id(column.name)}`)
    if (isJson(columns.length, count)) {
      const list = columns.map(
        (column) => sql`json_extract(value, ${sql.lit(`$."${column.name}"`)}) as ${sql.id(column.name)}`,
      )
      return sql`(select ${sql.join([...once, ...list])} from json_each(?)) as ${sql.id(name)}`
    }
    const row = `(${columns.map(() => '?').join(', ')})`
    const list = columns.map((column, at) => sql`${sql.id(`column${at + 1}`)} as ${sql.id(column.name)}`)
    return sql`(select ${sql.join([...once, ...list])} from (values ${sql.raw(
      Array.from({ length: count }, () => row).join(', '),
    )})) as ${sql.id(name)}`
  },
  parameters(names, rows, shared = {}) {
    const own = isJson(names.length, rows.length) ? [JSON.stringify(numbered(rows))] : valuesOf(names, rows)
    return [...Object.values(shared), ...own]
  },
}

function valuesOf(
  names: readonly string[],
  rows: readonly Readonly<Record<string, StoredValue>>[],
): readonly StoredValue[] {
  const values: StoredValue[] = []
  // Numbered copies of rows of all shapes take V8 longer than the rest.
  for (const [at, row] of rows.entries())
    for (const name of names) values.push(name === '_n' ? at : (row[name] ?? null))
  return values
}

const isJson = (columns: number, rows: number): boolean => columns * rows > maxListed

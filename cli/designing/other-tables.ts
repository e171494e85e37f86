/** Tables of the site's database that no schema has: a new table may begin with the fields of one. */
import type { ForeignDatabase, ForeignTable } from '../introspecting/foreign-database.ts'
import { systemFields } from '../introspecting/table-plan.ts'

/** Columns that every table of a product has by itself. */
const ownColumns = new Set<string>([...systemFields, 'createtime', 'updatetime', 'deletetime'])

/** @param url `postgres://…` or the path of an SQLite file; it is opened for reading only */
export async function openTables(url: string): Promise<ForeignDatabase> {
  if (!/^postgres(ql)?:/i.test(url)) return (await import('../introspecting/read-sqlite.ts')).readSqlite(fileOf(url))
  const schema = new URL(url).searchParams.get('options')?.match(/search_path=(\w+)/)?.[1] ?? 'public'
  return (await import('../introspecting/read-postgres.ts')).readPostgres(url, [schema])
}

const fileOf = (url: string): string => url.replace(/^(sqlite|file):(\/\/(?=\/))?/i, '')

/** @param ownTables names of the tables that schemas have */
export const otherTables = ({ tables }: ForeignDatabase, ownTables: ReadonlySet<string>): readonly ForeignTable[] =>
  tables.filter(({ name, isView }) => !isView && !ownTables.has(name) && !name.startsWith('tablewright_'))

/** The table by itself, without what the new one has anyway. */
export function onlyTable(database: ForeignDatabase, name: string): ForeignDatabase {
  const tables = database.tables
    .filter((table) => table.name === name)
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !ownColumns.has(column.name)),
      references: [],
    }))
  return { ...database, tables }
}

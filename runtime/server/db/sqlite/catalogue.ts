/** Reads the tables of a SQLite database. */
import { sql } from 'kysely'
import { byTable, type LiveForeignKey, type LiveIndex, type LiveSearch, type LiveTable } from '../plan/catalogue.ts'
import type { Reading } from '../tables.ts'
import { isComplete, isSearchTable, searchOfTrigger } from './search.ts'

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
}
interface IndexRow {
  readonly table: string
  readonly name: string
  readonly unique: number
  readonly column: string
  readonly sql: string | null
}
interface KeyRow {
  readonly table: string
  readonly from: string
  readonly to: string
  readonly on_delete: string
}

interface GuardRow {
  readonly table: string
  readonly type: 'table' | 'trigger'
  readonly name: string
  readonly sql: string
}

const ownTables = sql`sqlite_schema as t where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`

export async function readSqliteCatalogue(query: Reading): Promise<readonly LiveTable[]> {
  const columns =
    await sql<ColumnRow>`select t.name as "table", c.* from ${ownTablesWith(sql`pragma_table_info(t.name) as c`)}
      order by t.name, c.cid`.execute(query)
  const indexes = await sql<IndexRow>`
    select t.name as "table", i.name, i."unique", c.name as "column", s.sql
    from ${ownTablesWith(sql`pragma_index_list(t.name) as i join pragma_index_info(i.name) as c left
      join sqlite_schema as s on s.type = 'index' and s.name = i.name`)}
    and i.origin = 'c' order by t.name, i.name, c.seqno`.execute(query)
  const keys = await sql<KeyRow>`select t.name as "table", k."table" as "to", k."from", k.on_delete
      from ${ownTablesWith(sql`pragma_foreign_key_list(t.name) as k`)} order by t.name, k.id`.execute(query)
  const guards = await sql<GuardRow>`select tbl_name as "table", type, name, sql from sqlite_schema
      where type in ('table', 'trigger')`.execute(query)
  const names = await sql<{ name: string }>`select t.name from ${ownTables} order by t.name`.execute(query)
  const [columnsOf, indexesOf] = [byTable(columns.rows), byTable(indexes.rows)]
  const [keysOf, guardsOf] = [byTable(keys.rows), byTable(guards.rows)]
  return names.rows
    .filter(({ name }) => !isSearchTable(name))
    .map(({ name }) => ({
      name,
      columns: columnsOf(name).map((row) => ({
        name: row.name,
        type: row.type.toUpperCase(),
        nullable: row.notnull === 0 && row.pk === 0,
        default: row.dflt_value,
      })),
      indexes: groupIndexes(indexesOf(name)),
      foreignKeys: keysOf(name).map(foreignKey),
      search: searchesOf(guardsOf(name).filter(({ type }) => type === 'trigger')),
      guards: guardsOf(name).flatMap(guardNames),
    }))
}

const ownTablesWith = (more: ReturnType<typeof sql>) =>
  sql`sqlite_schema as t join ${more} where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'`

function groupIndexes(rows: readonly IndexRow[]): LiveIndex[] {
  const firstOfEach = rows.filter((row, index) => rows.findIndex(({ name }) => name === row.name) === index)
  return firstOfEach.map(({ name, unique, sql: text }) => ({
    name,
    columns: rows.filter((row) => row.name === name).map(({ column }) => column),
    unique: unique === 1,
    where: /\)\s*where\s+(.*)$/is.exec(text ?? '')?.[1] ?? null,
    isBroken: false,
  }))
}

function searchesOf(rows: readonly GuardRow[]): readonly LiveSearch[] {
  const found = rows.map(({ name }) => name)
  const names = new Set(found.map(searchOfTrigger).filter((name) => name !== null))
  return [...names].map((name) => ({ name, isBroken: !isComplete(name, found) }))
}

const guardNames = ({ type, name, sql: text }: GuardRow): string[] =>
  type === 'trigger' ? [name] : [...text.matchAll(/constraint "([^"]+)" check/g)].flatMap(([, guard]) => guard ?? [])

const actions: Readonly<Record<string, string>> = { RESTRICT: 'restrict', CASCADE: 'cascade', 'SET NULL': 'null' }

const foreignKey = (row: KeyRow): LiveForeignKey => ({
  name: null,
  column: row.from,
  table: row.to,
  onDelete: actions[row.on_delete] ?? row.on_delete.toLowerCase(),
  isValid: true,
})

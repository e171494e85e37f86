/**
 * The search index in SQLite: a full-text table without content, whose words are windows, and a small table of rows
 * that changed since. Triggers add every change to the latter in the transaction of the write; when many rows wait
 * there, they are indexed together, since one row alone costs ten times as much. Searches compare the waiting rows
 * directly. The triggers use built-in functions only, so other programs that write the file maintain the index as well.
 */
import {
  sql,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Expression,
  type RawBuilder,
} from 'kysely'
import type { FoundRows, SearchEngine } from '../adapter.ts'
import { quoted, type TablePlan } from '../ddl.ts'
import { commonWindows, isSearchName, sampledTexts, windowsOf, type SearchColumn, type SearchPlan } from '../search.ts'
import type { Reading } from '../tables.ts'

/** Rows that wait at most before they are indexed. */
const maxWaiting = 128
/** More waiting rows than this are not worth to be compared one by one: the index is still being built. */
const maxReady = 1000

const waitingTable = (name: string): string => `${name}_new`
const triggers = ['insert', 'update', 'delete', 'flush'] as const

/** Printable ASCII that is no letter or digit: part of a word here. Control characters separate words. */
const signs = Array.from({ length: 95 }, (_sign, index) => String.fromCodePoint(index + 32)).filter(
  (sign) => !/[a-zA-Z0-9]/.test(sign),
)

export function createSearch(table: TablePlan, search: SearchPlan): readonly string[] {
  const name = quoted(search.name)
  const waiting = quoted(waitingTable(search.name))
  const tokens = `ascii tokenchars '${signs.join('').replaceAll("'", "''")}'`.replaceAll('"', '""')
  return [
    `create virtual table ${name} using fts5(text, content='', contentless_delete=1, detail=none, prefix='1 2', ` +
      `tokenize="${tokens}")`,
    `create table ${waiting} ("id" integer primary key) strict`,
    `insert into ${waiting} select "id" from ${quoted(table.name)}`,
    ...createTriggers(table, search),
  ]
}

/** The triggers alone, where the tables of the index exist. */
export function createTriggers(table: TablePlan, search: SearchPlan): readonly string[] {
  const waiting = quoted(waitingTable(search.name))
  const create = (kind: (typeof triggers)[number], rest: string): string =>
    `create trigger ${quoted(`${search.name}_${kind}`)} after ${rest}; end`
  // Not INSERT OR IGNORE: the policy of the statement that fires a trigger replaces those inside.
  const wait = (row: 'new' | 'old'): string =>
    `begin insert into ${waiting} select ${row}."id" ` +
    `where not exists (select 1 from ${waiting} where "id" = ${row}."id")`
  const full = `(select count(*) from (select 1 from ${waiting} limit ${maxWaiting})) = ${maxWaiting}`
  const columns = search.columns.map((column) => quoted(column.name))
  const difference = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
  return [
    create('insert', `insert on ${quoted(table.name)} ${wait('new')}`),
    create('update', `update of ${columns.join(', ')} on ${quoted(table.name)} when ${difference} ${wait('new')}`),
    create('delete', `delete on ${quoted(table.name)} ${wait('old')}`),
    create('flush', `insert on ${waiting} when ${full} begin ${fillSearch(table, search, maxWaiting).join('; ')}`),
  ]
}

/** Whether all parts of an index exist, by the names of the triggers of its table. */
export const isComplete = (name: string, existing: readonly string[]): boolean =>
  triggers.every((kind) => kind === 'flush' || existing.includes(`${name}_${kind}`))

/** The index that a trigger belongs to, null when it belongs to none. */
export function searchOfTrigger(trigger: string): string | null {
  const name = trigger.replace(/_(insert|update|delete)$/, '')
  return name !== trigger && isSearchName(name) ? name : null
}

/** True for the tables of search indexes, those that the engine adds included. */
export const isSearchTable = (name: string): boolean =>
  isSearchName(name.replace(/_(new|data|idx|docsize|config)$/, ''))

export const dropTriggers = (name: string): readonly string[] =>
  triggers.map((kind) => `drop trigger if exists ${quoted(`${name}_${kind}`)}`)

export const dropSearch = (name: string): readonly string[] => [...dropTriggers(name), ...dropTables(name)]

/** They remain when someone drops the table itself. */
export const dropTables = (name: string): readonly string[] => [
  `drop table if exists ${quoted(waitingTable(name))}`,
  `drop table if exists ${quoted(name)}`,
]

/** Indexes so many of the waiting rows. */
export function fillSearch(table: TablePlan, search: SearchPlan, count: number): readonly string[] {
  const name = quoted(search.name)
  const waiting = quoted(waitingTable(search.name))
  const first = `select "id" from ${waiting} order by "id" limit ${count}`
  return [
    `delete from ${name} where rowid in (${first})`,
    `insert into ${name} (rowid, text) select "id", ${windowsSql(search)} from ${quoted(table.name)} ` +
      `where "id" in (${first})`,
    `delete from ${waiting} where "id" in (${first})`,
  ]
}

/** Eight windows a step: a step costs more than a window. */
function windowsSql({ columns }: SearchPlan): string {
  const text = rowText(columns)
  const windows = [1, 2, 3, 4, 5, 6, 7, 8].map((start) => `substr(rest, ${start}, 3)`).join(' || char(1) || ')
  return (
    `(with recursive texts(rest) as (select ${text} union all select substr(rest, 9) from texts where rest <> '') ` +
    `select group_concat(${windows}, char(1)) from texts)`
  )
}

/** An integer column as text, as people read it; with a scale as its decimal value. NULL for NULL. */
export function textOf(integer: Expression<unknown>, scale = 0): RawBuilder<string> {
  if (scale === 0) return sql<string>`cast(${integer} as text)`
  const whole = sql.raw(String(10 ** scale))
  const zeros = sql.lit('0'.repeat(scale))
  const digits = sql`substr(${zeros} || cast(abs(${integer}) % ${whole} as text), ${sql.raw(String(-scale))})`
  return sql<string>`(case when ${integer} < 0 then '-' else ''
      end || cast(abs(${integer}) / ${whole} as text) || '.' || ${digits})`
}

const printer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const rowText = (columns: readonly SearchColumn[]): string => columns.map(columnText).join(' || char(1) || ')

function columnText({ name, scale }: SearchColumn): string {
  if (scale === undefined) return `coalesce(${quoted(name)}, '')`
  return `coalesce(${textOf(sql.id(name), scale).compile(printer).sql}, '')`
}

export const sqliteSearch: SearchEngine = {
  query(text, common) {
    const windows = windowsOf(text, common)
    if (!windows) return null
    const words = windows.windows.map((window) => `"${window.replaceAll('"', '""')}"`)
    return windows.isPrefix ? `${words.join(' ')} *` : words.join(' ')
  },
  found: (table, { name }, query): FoundRows => ({ from: rowsFound(table, name, query), where: null }),
  async ready(query) {
    const names = (await searchTables(query)).map(({ name }) => name)
    const isReady = async (name: string): Promise<boolean> => (await countWaiting(query, name, maxReady)) < maxReady
    const complete = await Promise.all(names.map(isReady))
    return names.filter((_name, index) => complete[index])
  },
  async commonWindows(query, table, { columns }) {
    return commonWindows(await sampledTexts(query, table, sql.raw(rowText(columns))))
  },
  async countWaiting(query, { name }) {
    const tables = await searchTables(query)
    return tables.some((table) => table.name === name) ? countWaiting(query, name) : 0
  },
}

/** The order of the tables is fixed: left alone, SQLite may ask the index for each row of the other table. */
function rowsFound(table: string, name: string, query: unknown): RawBuilder<unknown> {
  const waiting = sql`select id from ${sql.table(waitingTable(name))}`
  return sql`(select rowid as id from ${sql.table(name)} where ${sql.table(name)} match ${query}
      and rowid not in (${waiting}) union all ${waiting}) as found
    cross join ${sql.table(table)} as t on ${sql.id('t', 'id')} = ${sql.id('found', 'id')}`
}

/** The full-text tables of search indexes. */
async function searchTables(query: Reading): Promise<readonly { readonly name: string }[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and sql like 'create virtual table%'`.execute(query)
  return rows.filter(({ name }) => isSearchName(name))
}

async function countWaiting(query: Reading, name: string, max = -1): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n
    from (select 1 from ${sql.table(waitingTable(name))} limit ${sql.lit(max)})`.execute(query)
  return rows[0]?.n ?? 0
}

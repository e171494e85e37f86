/**
 * The search index in PostgreSQL: a GIN index over the windows of a row's texts as a text search vector. It needs no
 * extension: `pg_trgm` finds nothing for two characters, and may not be available. PostgreSQL maintains the index in
 * the transaction of the write.
 */
import {
  sql,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Expression,
  type RawBuilder,
  type SqlBool,
} from 'kysely'
import type { FoundRows, SearchEngine } from '../adapter.ts'
import { quoted, type CreateSearch, type TablePlan } from '../ddl.ts'
import { unitOf } from './numeric-columns.ts'
import { commonWindows, isSearchName, sampledTexts, windowsOf, type SearchColumn, type SearchPlan } from '../search.ts'

/** Increase the number when the function changes: indexes contain its results. */
const windowsFunction = 'tablewright_windows_1'

/** Longer texts would exceed what a vector can hold; every search compares them. */
const maxIndexedLength = 20_000
const longText = 'long'

const createFunction = `create or replace function ${windowsFunction}(texts text[]) returns tsvector
  language plpgsql immutable parallel safe as $$
declare
  windows text[] := '{}';
  one text;
  characters text[];
begin
  if pg_catalog.length(pg_catalog.array_to_string(texts, '')) > ${maxIndexedLength} then
    return pg_catalog.array_to_tsvector(array['${longText}']);
  end if;
  foreach one in array texts loop
    characters := pg_catalog.string_to_array(pg_catalog.lower(one collate "C"), null);
    for at in 1 .. coalesce(pg_catalog.cardinality(characters), 0) loop
      windows := windows || pg_catalog.concat(characters[at], characters[at + 1], characters[at + 2]);
    end loop;
  end loop;
  return pg_catalog.array_to_tsvector(windows);
end $$`

/**
 * Rows that changed wait in a list that every search reads, and are indexed together when it has this size, in
 * kilobytes.
 */
const maxWaitingSize = 256

/** An existing table stays writable while its index is built, which no transaction can do. */
export function createSearch(table: TablePlan, search: SearchPlan, isNew: boolean): CreateSearch {
  const create = (how: string): string =>
    `create index ${how}${quoted(search.name)} on ${quoted(table.name)} using gin ` +
    `(${windowsFunction}(${textsOf(search)})) with (gin_pending_list_limit = ${maxWaitingSize})`
  if (isNew) return { sql: [createFunction, create('')], after: [] }
  // What an interrupted attempt left is of no use. Another process that starts at the same time may come first.
  return { sql: [createFunction, dropSearch(search.name)], after: [create('concurrently if not exists ')] }
}

export const dropSearch = (name: string): string => `drop index if exists ${quoted(name)}`

/** An integer column as text, as people read it; with a scale as its decimal value. NULL for NULL. */
export function textOf(integer: Expression<unknown>, scale = 0): RawBuilder<string> {
  if (scale === 0) return sql<string>`cast(${integer} as text)`
  const whole = sql.raw(String(10 ** scale))
  const digits = sql`lpad(cast(abs(${integer}) % ${whole} as text), ${sql.raw(String(scale))}, '0')`
  return sql<string>`(case when ${integer} < 0 then '-' else ''
      end || cast(abs(${integer}) / ${whole} as text) || '.' || ${digits})`
}

const printer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The texts of a row, also spelled so in searches: only then does PostgreSQL recognize the index. */
const textsOf = ({ columns }: SearchPlan, table?: string): string =>
  `array[${columns.map((column) => columnText(column, table)).join(', ')}]`

function columnText({ name, scale }: SearchColumn, table?: string): string {
  // In a search the rows have integers already.
  const column = table === undefined ? unitOf(quoted(name), scale ?? 0) : `${quoted(table)}.${quoted(name)}`
  return scale === undefined ? column : `(${textOf(sql.raw(column), scale).compile(printer).sql}) collate "C"`
}

const lexeme = (window: string): string => `'${window.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export const postgresSearch: SearchEngine = {
  query(text, common) {
    const windows = windowsOf(text, common)
    if (!windows) return null
    const lexemes = windows.windows.map(lexeme)
    return `${windows.isPrefix ? `${lexemes.join('')}:*` : `(${lexemes.join(' & ')})`} | ${lexeme(longText)}`
  },
  found(table, search, query): FoundRows {
    const texts = sql.raw(textsOf(search, 't'))
    return {
      from: sql`${sql.table(table)} as t`,
      where: sql<SqlBool>`${sql.raw(windowsFunction)}(${texts}) @@ cast(${query} as tsquery)`,
    }
  },
  async commonWindows(query, table, { columns }) {
    const texts = columns.map((column) => sql.raw(columnText(column, 't')))
    return commonWindows(await sampledTexts(query, table, sql`concat_ws(chr(1), ${sql.join(texts)})`))
  },
  countWaiting: () => Promise.resolve(0),
  async ready(query) {
    const { rows } = await sql<{ name: string }>`select i.relname as name from pg_index x
      join pg_class i on i.oid = x.indexrelid
      where x.indisvalid and i.relnamespace = (select oid from pg_namespace where nspname = current_schema())`.execute(
      query,
    )
    return rows.map(({ name }) => name).filter(isSearchName)
  },
}

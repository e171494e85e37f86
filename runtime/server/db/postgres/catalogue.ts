/** Reads the tables of the current schema of a PostgreSQL database. */
import { sql } from 'kysely'
import { byTable, type LiveForeignKey, type LiveIndex, type LiveSearch, type LiveTable } from '../plan/catalogue.ts'
import { isSearchName } from '../search.ts'
import type { Reading } from '../tables.ts'

interface ColumnRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly collation: string | null
  readonly required: number
  readonly default: string | null
}
interface IndexRow {
  readonly table: string
  readonly name: string
  readonly unique: number
  readonly columns: string
  readonly where: string | null
  /** It finds nothing, and nobody is building it. */
  readonly broken: number
}
interface KeyRow {
  readonly table: string
  readonly name: string
  readonly valid: number
  readonly column: string
  readonly to: string
  readonly action: string
}

const here = sql`t.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and t.relkind in ('r', 'p')`

export async function readPostgresCatalogue(query: Reading): Promise<readonly LiveTable[]> {
  const names = await sql<{
    name: string
  }>`select t.relname as name from pg_class t where ${here} order by t.relname collate "C"`.execute(query)
  const columns = byTable(await readColumns(query))
  const indexes = byTable(await readIndexes(query))
  const keys = byTable(await readKeys(query))
  const guards = byTable(await readGuards(query))
  return names.rows.map(({ name }) => ({
    name,
    columns: columns(name).map((row) => ({
      name: row.name,
      type: typeOf(row),
      nullable: row.required === 0,
      default: row.default,
    })),
    indexes: indexes(name).map(index),
    search: indexes(name)
      .filter((row) => isSearchName(row.name))
      .map(search),
    foreignKeys: keys(name).map(foreignKey),
    guards: guards(name).map((row) => row.name),
  }))
}

async function readColumns(query: Reading): Promise<readonly ColumnRow[]> {
  const result = await sql<ColumnRow>`
    select t.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      c.collname as collation,
      a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as "default"
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation c on c.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where ${here} order by t.relname, a.attnum`.execute(query)
  return result.rows
}

async function readIndexes(query: Reading): Promise<readonly IndexRow[]> {
  const result = await sql<IndexRow>`
    select t.relname as "table", i.relname as name, x.indisunique as "unique",
      pg_get_expr(x.indpred, x.indrelid) as "where",
      not x.indisvalid and not exists (select 1 from pg_stat_progress_create_index b
        where b.index_relid = x.indexrelid) as broken,
      (select json_agg(coalesce(a.attname, '') order by k.n)::text from unnest(x.indkey::int[])
        with ordinality as k(attnum, n)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0
          where k.n <= x.indnkeyatts) as columns
    from pg_class t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
    where ${here} and not exists (select 1 from pg_constraint c where c.conindid = i.oid
      and c.contype in ('p', 'u', 'x'))
    order by t.relname, i.relname`.execute(query)
  return result.rows
}

async function readKeys(query: Reading): Promise<readonly KeyRow[]> {
  const result = await sql<KeyRow>`
    select t.relname as "table", a.attname as "column", r.relname as "to", c.confdeltype::text as action,
      c.conname as name, c.convalidated as valid
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and array_length(c.conkey, 1) = 1 and ${here} order by t.relname, c.conname`.execute(query)
  return result.rows
}

async function readGuards(query: Reading): Promise<readonly { readonly table: string; readonly name: string }[]> {
  const result = await sql<{ table: string; name: string }>`
    select t.relname as "table", c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'c' and ${here}
    union all select t.relname, g.tgname from pg_trigger g join pg_class t on t.oid = g.tgrelid
      where not g.tgisinternal and ${here}`.execute(query)
  return result.rows
}

const typeOf = ({ type, collation }: ColumnRow): string =>
  collation === null || collation === 'default' ? type : `${type} collate "${collation}"`

const index = (row: IndexRow): LiveIndex => ({
  name: row.name,
  columns: JSON.parse(row.columns) as string[],
  unique: row.unique === 1,
  where: row.where,
  isBroken: row.broken === 1,
})

const search = ({ name, broken }: IndexRow): LiveSearch => ({ name, isBroken: broken === 1 })

const actions: Readonly<Record<string, string>> = {
  r: 'restrict',
  c: 'cascade',
  n: 'null',
  a: 'no action',
  d: 'set default',
}

const foreignKey = (row: KeyRow): LiveForeignKey => ({
  name: row.name,
  column: row.column,
  table: row.to,
  onDelete: actions[row.action] ?? row.action,
  isValid: row.valid === 1,
})

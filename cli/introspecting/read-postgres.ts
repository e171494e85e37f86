/** Reads the tables of a PostgreSQL database, in a session that cannot write. */
import type pg from 'pg'
import { minimumOfCheck, valuesOfCheck } from './checks.ts'
import {
  sampleSize,
  type ForeignColumn,
  type ForeignDatabase,
  type ForeignReference,
  type ForeignTable,
  type Skipped,
} from './foreign-database.ts'

interface TableRow {
  readonly oid: number
  readonly schema: string
  readonly name: string
  readonly kind: string
  readonly comment: string | null
  readonly is_partition: boolean
}

interface ColumnRow {
  readonly oid: number
  readonly position: number
  readonly name: string
  readonly type: string
  readonly base: string
  readonly typmod: number
  readonly type_kind: string
  readonly category: string
  readonly labels: readonly string[] | null
  readonly not_null: boolean
  readonly default: string | null
  readonly identity: string
  readonly generated: string
  readonly comment: string | null
}

interface ConstraintRow {
  readonly oid: number
  readonly type: string
  readonly columns: readonly number[]
  readonly target: number
  readonly to_columns: readonly number[] | null
  readonly on_delete: string
  readonly definition: string
}

const tablesQuery = `select c.oid::int8::int as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
    obj_description(c.oid, 'pg_class') as comment, c.relispartition as is_partition
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any ($1)
  order by n.nspname, c.relname`

// A domain is read as the type it is made of.
const columnsQuery = `select a.attrelid::int8::int as oid, a.attnum as position, a.attname as name,
    format_type(a.atttypid, null) as type, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as base,
    case when t.typtype = 'd' then t.typtypmod else a.atttypmod end as typmod, b.typtype as type_kind,
    b.typcategory as category,
    (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum as e where e.enumtypid = b.oid) as labels,
    a.attnotnull or t.typnotnull as not_null, pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity as identity,
    a.attgenerated as generated, col_description(a.attrelid, a.attnum) as comment
  from pg_attribute as a join pg_type as t on t.oid = a.atttypid
    join pg_type as b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
    left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = any ($1) and a.attnum > 0 and not a.attisdropped order by a.attrelid, a.attnum`

const constraintsQuery = `select conrelid::int8::int as oid, contype as type, to_json(conkey) as columns,
    confrelid::int8::int as target, to_json(confkey) as to_columns, confdeltype as on_delete,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where conrelid = any ($1) and contype in ('p', 'u', 'f', 'c') order by conrelid, oid`

/** Connects. Throws what the driver throws. @param schemas whose tables are read */
export async function readPostgres(url: string, schemas: readonly string[]): Promise<ForeignDatabase> {
  const { default: driver } = await import('pg')
  const client = new driver.Client({
    connectionString: url,
    application_name: 'tablewright introspect',
    connectionTimeoutMillis: 5000,
    // Values as text show how many digits they have, and no time is moved to another zone.
    types: { getTypeParser: () => (text: string) => text } as pg.CustomTypesConfig,
  })
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = on')
    await client.query('begin read only')
    return await read(client, schemas)
  } catch (error) {
    await client.end()
    throw error
  }
}

async function read(client: pg.Client, schemas: readonly string[]): Promise<ForeignDatabase> {
  const rows = await all<TableRow>(client, tablesQuery, [schemas])
  const oids = rows.map(({ oid }) => oid)
  const columns = groupBy(await all<ColumnRow>(client, columnsQuery, [oids]))
  const constraints = groupBy(await all<ConstraintRow>(client, constraintsQuery, [oids]))
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const nameOf = (oid: number, position: number): string =>
    columns.get(oid)?.find((column) => column.position === position)?.name ?? ''
  const skipped = rows.flatMap(({ name, is_partition: isPartition }): readonly Skipped[] =>
    isPartition ? [{ table: name, why: 'partition' }] : [],
  )
  const tables = rows
    .filter((row) => !row.is_partition)
    .map((row): ForeignTable => {
      const own = constraints.get(row.oid) ?? []
      const namesOf = ({ columns: positions }: ConstraintRow): readonly string[] =>
        positions.map((position) => nameOf(row.oid, position))
      const key = own.find(({ type }) => type === 'p')
      return {
        schema: row.schema,
        name: row.name,
        isView: row.kind === 'v' || row.kind === 'm' || row.kind === 'f',
        ...(row.comment !== null && { comment: row.comment }),
        columns: (columns.get(row.oid) ?? []).map((column) => readColumn(column, own)),
        key: key ? namesOf(key) : [],
        uniques: own.filter(({ type }) => type === 'u').map(namesOf),
        references: own
          .filter(({ type }) => type === 'f')
          .flatMap((constraint): readonly ForeignReference[] => {
            const target = byOid.get(constraint.target)
            if (!target) return []
            return [
              {
                columns: namesOf(constraint),
                schema: target.schema,
                table: target.name,
                toColumns: (constraint.to_columns ?? []).map((position) => nameOf(constraint.target, position)),
                onDelete: constraint.on_delete === 'c' ? 'cascade' : constraint.on_delete === 'n' ? 'null' : 'restrict',
              },
            ]
          }),
      }
    })
  return {
    engine: 'postgresql',
    isLoose: false,
    tables,
    skipped,
    sample: async (table) => {
      const list = table.columns.map(({ name, type }) =>
        type === 'bytea' ? `null as ${quoted(name)}` : `left(cast(${quoted(name)} as text), 400) as ${quoted(name)}`,
      )
      const text = `select ${list.join(', ')} from ${sourceOf(table)} limit ${sampleSize}`
      return list.length === 0 ? [] : (await client.query<Record<string, unknown>>(text)).rows
    },
    range: async (table, column) => {
      const name = quoted(column)
      const [row] = await all<{ low: string | null; high: string | null }>(
        client,
        `select min(${name}) as low, max(${name}) as high from ${sourceOf(table)}`,
        [],
      )
      return row && row.low !== null && row.high !== null ? [Number(row.low), Number(row.high)] : null
    },
    most: async (table, column) => {
      const text = `select count(*) as n from ${sourceOf(table)} group by ${quoted(column)} order by n desc limit 1`
      return Number((await all<{ n: string }>(client, text, []))[0]?.n ?? 0)
    },
    close: async () => {
      await client.query('rollback').catch(() => {})
      await client.end()
    },
  }
}

/** Rows by way of JSON, because values arrive as text. */
async function all<R extends object>(client: pg.Client, text: string, values: readonly unknown[]): Promise<R[]> {
  const { rows } = await client.query<{ row: string }>(`select to_json(t)::text as row from (${text}) as t`, [
    ...values,
  ])
  return rows.map(({ row }) => JSON.parse(row) as R)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const sourceOf = ({ schema, name }: ForeignTable): string => `${quoted(schema)}.${quoted(name)}`

function groupBy<R extends { readonly oid: number }>(rows: readonly R[]): ReadonlyMap<number, readonly R[]> {
  const groups = new Map<number, R[]>()
  for (const row of rows) groups.set(row.oid, [...(groups.get(row.oid) ?? []), row])
  return groups
}

function readColumn(row: ColumnRow, constraints: readonly ConstraintRow[]): ForeignColumn {
  const checks = constraints
    .filter(({ type, columns }) => type === 'c' && columns.length === 1 && columns[0] === row.position)
    .map(({ definition }) => /^CHECK \((.*)\)/is.exec(definition)?.[1] ?? '')
  const values =
    row.labels ?? checks.map((check) => valuesOfCheck(check, row.name)).find((candidate) => candidate !== null)
  const minimum = checks.map((check) => minimumOfCheck(check, row.name)).find((candidate) => candidate !== null)
  const isNumbered = row.identity !== '' || (row.default?.startsWith('nextval(') ?? false)
  return {
    name: row.name,
    type: row.type_kind === 'e' ? 'enum' : row.category === 'A' ? 'array' : row.base,
    ...lengthOf(row),
    isNullable: !row.not_null,
    default: isNumbered ? null : row.default,
    isComputed: row.generated !== '' && row.generated !== null,
    isNumbered,
    ...(values && { values }),
    ...(minimum !== undefined && { minimum }),
    sqlType: row.type,
    ...(row.comment !== null && { comment: row.comment }),
  }
}

/** Arguments of the type, as the catalogue packs them. */
function lengthOf({ base, typmod }: ColumnRow): Pick<ForeignColumn, 'length' | 'precision' | 'scale'> {
  if (typmod < 0) return {}
  if (base === 'character varying' || base === 'character') return { length: typmod - 4 }
  if (base === 'numeric') return { precision: ((typmod - 4) >> 16) & 65_535, scale: (typmod - 4) & 2047 }
  return {}
}

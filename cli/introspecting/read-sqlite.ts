/** Reads the tables of an SQLite file, which is opened for reading only. */
import Sqlite from 'better-sqlite3'
import { checksIn, minimumOfCheck, valuesOfCheck } from './checks.ts'
import {
  sampleSize,
  type ForeignColumn,
  type ForeignDatabase,
  type ForeignReference,
  type ForeignTable,
  type Skipped,
} from './foreign-database.ts'

interface TableRow {
  readonly name: string
  readonly type: 'table' | 'view' | 'virtual' | 'shadow'
  readonly wr: number
  readonly sql: string | null
}

interface ColumnRow {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
  readonly hidden: number
}

/** Opens the file. Throws what the driver throws when it is no database. */
export function readSqlite(file: string): ForeignDatabase {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    const rows = connection
      .prepare<[], TableRow>(
        `select t.name, t.type, t.wr, s.sql from pragma_table_list as t left join sqlite_schema as s on s.name = t.name
          and s.type = t.type or s.name = t.name and t.type in ('virtual', 'shadow')
          where t.schema = 'main' and t.name not like 'sqlite\\_%' escape '\\' order by s.rowid`,
      )
      .all()
    const skipped = rows.flatMap(({ name, type }): readonly Skipped[] =>
      type === 'virtual' ? [{ table: name, why: 'virtual' }] : [],
    )
    const tables = rows
      .filter(({ type }) => type === 'table' || type === 'view')
      .map((row) => readTable(connection, row))
    return {
      engine: 'sqlite',
      isLoose: true,
      tables,
      skipped,
      sample: async (table) =>
        connection
          .prepare<[], Record<string, unknown>>(
            `select ${table.columns.map(sampled).join(', ')} from ${quoted(table.name)} limit ${sampleSize}`,
          )
          .all(),
      range: async (table, column) => {
        const name = quoted(column)
        const row = connection
          .prepare<[], { low: number | null; high: number | null }>(
            `select min(${name}) as low, max(${name}) as high from ${quoted(table.name)}`,
          )
          .get()
        return row && row.low !== null && row.high !== null ? [Number(row.low), Number(row.high)] : null
      },
      most: async (table, column) => {
        const text = `select count(*) as n from ${quoted(table.name)}
          group by ${quoted(column)} order by n desc limit 1`
        return connection.prepare<[], { n: number }>(text).get()?.n ?? 0
      },
      close: async () => {
        connection.close()
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The beginning of a text, and nothing of bytes. */
const sampled = ({ name }: ForeignColumn): string =>
  `case typeof(${quoted(name)}) when 'blob' then x'' when 'text' then substr(${quoted(name)}, 1, 400)
    else ${quoted(name)} end as ${quoted(name)}`

function readTable(connection: Sqlite.Database, { name, type, wr, sql }: TableRow): ForeignTable {
  const rows = connection.prepare<[string], ColumnRow>('select * from pragma_table_xinfo(?)').all(name)
  const key = rows
    .filter(({ pk }) => pk > 0)
    .sort((left, right) => left.pk - right.pk)
    .map((row) => row.name)
  const checks = checksIn(sql ?? '')
  const [first] = key
  const keyType = rows.find((row) => row.name === first)?.type.toLowerCase()
  const columns = rows
    .filter(({ hidden }) => hidden !== 1)
    .map((row) => readColumn(row, checks, key.length === 1 && row.name === first && keyType === 'integer' && wr === 0))
  return {
    schema: '',
    name,
    isView: type === 'view',
    columns,
    key,
    uniques: readUniques(connection, name),
    references: readReferences(connection, name),
    ...(wr === 1 && { hasNoPlace: true as const }),
  }
}

function readColumn(row: ColumnRow, checks: readonly string[], isNumbered: boolean): ForeignColumn {
  const [, type = '', first, second] = /^\s*([^(]*?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?\s*$/.exec(row.type) ?? []
  const values = checks.map((check) => valuesOfCheck(check, row.name)).find((candidate) => candidate !== null)
  const minimum = checks.map((check) => minimumOfCheck(check, row.name)).find((candidate) => candidate !== null)
  const isNumber = /num|dec/i.test(type)
  return {
    name: row.name,
    type: (type || row.type).toLowerCase(),
    ...(first !== undefined && (isNumber ? { precision: Number(first) } : { length: Number(first) })),
    ...(isNumber && first !== undefined && { scale: Number(second ?? 0) }),
    // A primary key of this type is never NULL, whatever is declared.
    isNullable: row.notnull === 0 && !isNumbered,
    default: row.dflt_value,
    isComputed: row.hidden === 2 || row.hidden === 3,
    isNumbered,
    ...(values && { values }),
    ...(minimum !== undefined && { minimum }),
  }
}

function readUniques(connection: Sqlite.Database, table: string): readonly (readonly string[])[] {
  const rows = connection
    .prepare<[string], { index: string; column: string | null }>(
      `select i.name as "index", c.name as "column" from pragma_index_list(?) as i join pragma_index_info(i.name) as c
        where i."unique" = 1 and i.partial = 0 and i.origin <> 'pk' order by i.seq, c.seqno`,
    )
    .all(table)
  const columnsByIndex = new Map<string, (string | null)[]>()
  for (const { index, column } of rows) columnsByIndex.set(index, [...(columnsByIndex.get(index) ?? []), column])
  return [...columnsByIndex.values()].filter((columns): columns is string[] =>
    columns.every((column) => column !== null),
  )
}

interface ReferenceRow {
  readonly id: number
  readonly table: string
  readonly from: string
  readonly to: string | null
  readonly on_delete: string
}

function readReferences(connection: Sqlite.Database, table: string): readonly ForeignReference[] {
  const rows = connection
    .prepare<[string], ReferenceRow>('select * from pragma_foreign_key_list(?) order by id desc, seq')
    .all(table)
  const rowsById = new Map<number, ReferenceRow[]>()
  for (const row of rows) rowsById.set(row.id, [...(rowsById.get(row.id) ?? []), row])
  return [...rowsById.values()].flatMap((parts) => {
    const [first] = parts
    if (!first) return []
    return [
      {
        columns: parts.map(({ from }) => from),
        schema: '',
        table: first.table,
        toColumns: parts.flatMap(({ to }) => (to === null ? [] : [to])),
        onDelete:
          first.on_delete === 'CASCADE'
            ? ('cascade' as const)
            : first.on_delete === 'SET NULL'
              ? ('null' as const)
              : ('restrict' as const),
      },
    ]
  })
}

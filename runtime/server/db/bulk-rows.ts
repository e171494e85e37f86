/** Writes or finds many rows of one table in one statement. */
import { sql, type RawBuilder } from 'kysely'
import { columnType, fieldOf, isColumn, type TableModel } from '../../protocol/index.ts'
import type { Adapter, ListedColumn } from './adapter.ts'
import { comparedColumn, storedValue, targetTable } from './column-storage.ts'
import type { Reading, Row, Transaction } from './tables.ts'

/** Rows one statement writes. */
const batchSize = 200

interface Store {
  readonly adapter: Adapter
}

/**
 * Inserts rows that all name the same columns.
 * @returns their ids, in their order
 */
export async function insertMany(
  { adapter }: Store,
  table: TableModel,
  trx: Transaction,
  rows: readonly Row[],
): Promise<readonly number[]> {
  const ids: number[] = []
  for (const part of batches(rows)) {
    const insertedRows = await executeListed(adapter, table, trx, part, (list, columns) => {
      const own = columns.map((name) => sql.id(name))
      const values = columns.map((name) => storedValue(table.table, name, sql.ref(`d.${name}`)))
      return sql`insert into ${targetTable(table.table)} (${sql.join(own)})
        select ${sql.join(values)} from ${list} where true order by d._n
          returning id`
    })
    ids.push(...insertedRows.map((row) => Number(row['id'])).sort((left, right) => left - right))
  }
  return ids
}

/** Inserts rows that all name the same columns, in their order, for whoever does not need their ids. */
export async function appendMany(
  { adapter }: Store,
  table: TableModel,
  trx: Transaction,
  rows: readonly Row[],
): Promise<void> {
  for (const part of batches(rows)) {
    await executeListed(adapter, table, trx, part, (list, columns) => {
      const values = columns.map((name) => storedValue(table.table, name, sql.ref(`d.${name}`)))
      return sql`insert into ${targetTable(table.table)} (${sql.join(columns.map((name) => sql.id(name)))})
        select ${sql.join(values)} from ${list} where true order by d._n`
    })
  }
}

/** Writes the columns of the given rows, the same ones in all, into the stored rows with their ids. */
export async function updateMany(
  { adapter }: Store,
  table: TableModel,
  trx: Transaction,
  rows: readonly Row[],
): Promise<void> {
  for (const part of batches(rows)) {
    await executeListed(adapter, table, trx, part, (list, columns) => {
      const set = columns
        .filter((name) => name !== 'id')
        .map((name) => sql`${sql.id(name)} = ${storedValue(table.table, name, sql.ref(`d.${name}`))}`)
      return sql`update ${targetTable(table.table)} as t set ${sql.join(set)} from ${list} where t.id = d.id`
    })
  }
}

/**
 * Rows of a table whose columns have the values of one of the tuples. An index of these columns finds each of them,
 * whatever the planner believes about the size of the table, because its statistics may be older than most rows.
 * @param tuples different ones, without NULL
 * @param select names of columns; null = all
 */
export async function findMany(
  { adapter }: Store,
  table: TableModel,
  query: Reading,
  tuples: readonly Row[],
  select: readonly string[] | null,
): Promise<readonly Row[]> {
  const lockedRows: Row[] = []
  const { softDelete } = table
  for (const part of batches(tuples)) {
    const rows = await executeListed(adapter, table, query, part, (list, columns) => {
      const names = select ?? table.fields.filter((field) => isColumn(field)).map(({ name }) => name)
      const selection = sql.join(names.map((name) => sql.ref(`t.${name}`)))
      const same = columns.map(
        (name) =>
          sql`${comparedColumn(table.table, name, 't')} = ${storedValue(table.table, name, sql.ref(`d.${name}`))}`,
      )
      const live = softDelete === null ? [] : [sql`${sql.ref(`t.${softDelete}`)} is null`]
      return sql`select ${selection} from ${list} cross join ${sql.table(table.table)} as t
        where ${sql.join([...same, ...live], sql` and `)}`
    })
    lockedRows.push(...rows)
  }
  return lockedRows
}

const batches = (rows: readonly Row[]): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_part, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  )

type BuildStatement = (list: RawBuilder<unknown>, columns: readonly string[]) => RawBuilder<unknown>

async function executeListed(
  { listed: executeOnList }: Adapter,
  table: TableModel,
  trx: Reading,
  rows: readonly Row[],
  build: BuildStatement,
): Promise<readonly Row[]> {
  // A batch has at least one row.
  const names = Object.keys(rows[0]!)
  const columns = names.map((name): ListedColumn => ({ name, type: columnTypeOf(table, name) }))
  return (await trx.executeQuery(sql<Row>`${build(executeOnList('d', columns, rows), names)}`.compile(trx))).rows
}

/** `id`, `version` and the place of a line are no fields. */
function columnTypeOf(table: TableModel, column: string): ListedColumn['type'] {
  const field = fieldOf(table, column)
  return field ? columnType(field) : 'integer'
}

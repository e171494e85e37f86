/** Finds the records that a batch of rows means, and the owners of their unique values: one query each. */
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import { findMany, rowId, type Database, type Reading, type Row } from '../../db/index.ts'
import { keyOf, tupleOf } from './record-state.ts'

type Store = Pick<Database, 'adapter'>
type Values = ReadonlyMap<string, StoredValue>

/** Rows of the database by key. */
export async function findByKeys(
  store: Store,
  model: TableModel,
  query: Reading,
  records: readonly Values[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rowsByKey = new Map<string, Row[]>()
  const keyed = records.filter((values) => keyOf(model.key, values) !== null)
  if (keyed.length === 0) return rowsByKey
  for (const row of await rowsWith(store, model, query, keyed, { columns: model.key, select: null })) {
    const key = keyOf(model.key, valuesIn(row, model.key))
    if (key !== null) rowsByKey.set(key, [...(rowsByKey.get(key) ?? []), row])
  }
  return rowsByKey
}

/** The records of a key; none where the record has no key. */
export const rowsOf = (rowsByKey: ReadonlyMap<string, readonly Row[]>, key: string | null): readonly Row[] =>
  key === null ? [] : (rowsByKey.get(key) ?? [])

/**
 * Index name and tuple → id of the record with that value in the database.
 * @param found the rows of the records by key, which are the owners where the key is unique
 */
export async function findOwners(
  store: Store,
  model: TableModel,
  query: Reading,
  records: readonly Values[],
  found: ReadonlyMap<string, readonly Row[]>,
): Promise<ReadonlyMap<string, number>> {
  const owners = new Map<string, number>()
  for (const { name, on } of model.indexes.filter((index) => index.unique)) {
    const complete = records.filter((values) => tupleOf(on, values) !== null)
    if (complete.length === 0) continue
    const rows =
      on.join() === model.key.join()
        ? [...found.values()].flat()
        : await rowsWith(store, model, query, complete, { columns: on, select: ['id', ...on] })
    for (const row of rows) owners.set(`${name} ${tupleOf(on, valuesIn(row, on))}`, rowId(row))
  }
  return owners
}

const valuesIn = (row: Row, columns: readonly string[]): Values =>
  new Map(columns.map((column) => [column, row[column] ?? null]))

/** Live rows with the tuples, by id; where some of their values are NULL, a superset. */
async function rowsWith(
  store: Store,
  model: TableModel,
  query: Reading,
  records: readonly Values[],
  { columns, select }: { readonly columns: readonly string[]; readonly select: readonly string[] | null },
): Promise<readonly Row[]> {
  const isIndexed = model.indexes.some((index) => columns.includes(index.on[0] ?? ''))
  const tuples = new Map<string, Row>()
  const others: Values[] = []
  for (const record of records) {
    const tuple = isIndexed ? tupleOf(columns, record) : null
    if (tuple === null) others.push(record)
    else tuples.set(tuple, Object.fromEntries(columns.map((column) => [column, record.get(column) ?? null])))
  }
  const rows = [
    ...(await findMany(store, model, query, [...tuples.values()], select)),
    ...(others.length > 0 ? await rowsAmong(model, query, columns, others, select) : []),
  ]
  return [...new Map(rows.map((row) => [rowId(row), row])).values()].toSorted((a, b) => rowId(a) - rowId(b))
}

/** Live rows each of whose columns has one of the values; a superset of the tuples. */
async function rowsAmong(
  model: TableModel,
  query: Reading,
  columns: readonly string[],
  records: readonly Values[],
  select: readonly string[] | null,
): Promise<readonly Row[]> {
  let rows = query.selectFrom(model.table)
  for (const column of columns) {
    const values = [...new Set(records.map((record) => record.get(column) ?? null))]
    const present = values.filter((value) => value !== null)
    rows = rows.where((where) =>
      where.or([
        ...(present.length > 0 ? [where(column, 'in', present)] : []),
        ...(values.includes(null) ? [where(column, 'is', null)] : []),
      ]),
    )
  }
  if (model.softDelete !== null) rows = rows.where(model.softDelete, 'is', null)
  return (select ? rows.select([...select]) : rows.selectAll()).execute()
}

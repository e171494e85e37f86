/** Finds the records that a batch of rows means, and the owners of their unique values: one query each. */
import type { StoredValue, TableModel } from '../../../protocol/index.ts'
import { findMany, rowId, type Database, type Reading, type Row } from '../../db/index.ts'
import { keyOf, tupleOf } from './state.ts'

type Store = Pick<Database, 'adapter'>
type Values = ReadonlyMap<string, StoredValue>

/** Rows of the database by key. */
export async function findByKeys(
  store: Store,
  query: Reading,
  model: TableModel,
  records: readonly Values[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>()
  const wanted = records.filter((values) => keyOf(model.key, values) !== null)
  if (wanted.length === 0) return found
  for (const row of await rowsWith(store, query, model, model.key, wanted, null)) {
    const key = keyOf(model.key, new Map(Object.entries(row)))
    if (key !== null) found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

/** Index name and tuple → id of the record with that value in the database. */
export async function findOwners(
  store: Store,
  query: Reading,
  model: TableModel,
  records: readonly Values[],
): Promise<ReadonlyMap<string, number>> {
  const owners = new Map<string, number>()
  for (const index of model.indexes.filter((one) => one.unique)) {
    const wanted = records.filter((values) => tupleOf(index.on, values) !== null)
    if (wanted.length === 0) continue
    for (const row of await rowsWith(store, query, model, index.on, wanted, ['id', ...index.on])) {
      owners.set(`${index.name} ${tupleOf(index.on, new Map(Object.entries(row)))}`, Number(row['id']))
    }
  }
  return owners
}

/** Live rows with the tuples, by id; where some of their values are NULL, a superset. */
async function rowsWith(
  store: Store,
  query: Reading,
  model: TableModel,
  columns: readonly string[],
  records: readonly Values[],
  select: readonly string[] | null,
): Promise<readonly Row[]> {
  const isIndexed = model.indexes.some((index) => columns.includes(index.on[0] ?? ''))
  const isWhole = (record: Values): boolean => isIndexed && tupleOf(columns, record) !== null
  const tuples = new Map(
    records
      .filter(isWhole)
      .map((record) => [
        tupleOf(columns, record),
        Object.fromEntries(columns.map((column) => [column, record.get(column) ?? null])),
      ]),
  )
  const others = records.filter((record) => !isWhole(record))
  const rows = [
    ...(await findMany(store, query, model, [...tuples.values()], select)),
    ...(others.length > 0 ? await rowsAmong(query, model, columns, others, select) : []),
  ]
  return [...new Map(rows.map((row) => [rowId(row), row])).values()].toSorted((a, b) => rowId(a) - rowId(b))
}

/** Live rows each of whose columns has one of the values; a superset of the tuples. */
async function rowsAmong(
  query: Reading,
  model: TableModel,
  columns: readonly string[],
  records: readonly Values[],
  select: readonly string[] | null,
): Promise<readonly Row[]> {
  let rows = query.selectFrom(model.table)
  for (const column of columns) {
    const values = [...new Set(records.map((record) => record.get(column) ?? null))]
    const given = values.filter((value) => value !== null)
    rows = rows.where((where) =>
      where.or([
        ...(given.length > 0 ? [where(column, 'in', given)] : []),
        ...(values.includes(null) ? [where(column, 'is', null)] : []),
      ]),
    )
  }
  if (model.softDelete !== null) rows = rows.where(model.softDelete, 'is', null)
  return (select ? rows.select([...select]) : rows.selectAll()).execute()
}

/** Referenced records have to exist, must not be deleted, and have to match the filters of their fields. */
import {
  fieldOf,
  kinds,
  refersToMany,
  requireRelation,
  type FieldModel,
  type FieldProblem,
  type RelationFilter,
  type RelationModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Row, RowLock, Transaction } from '../../db/index.ts'
import type { Problems } from '../body.ts'
import type { Scope } from '../../operation/scope.ts'

type Record = ReadonlyMap<string, StoredValue>

/** A record as it will be, and the fields whose value differs from the stored one. */
interface ChangedRecord {
  readonly record: Record
  readonly changed: ReadonlySet<string>
  readonly problems: Problems
}

/** Records of one table. */
export interface ChangedRecords {
  readonly model: TableModel
  readonly records: readonly ChangedRecord[]
  /** In a tree: the records above a new one, which are locked with its parent. */
  readonly above?: readonly number[]
}

/** Finds a read target by table and id. */
export type FindTarget = (table: string, id: number) => Row | undefined

/**
 * Adds problems of relations, with one statement a target table for all records together. An unchanged reference stays
 * valid even when its target is gone; but its filter is checked again when the field it depends on changed (a shelf has
 * to change with its warehouse).
 *
 * Locks: with `reference`, the targets of all records FOR KEY SHARE, table by table in the lock order, so that none of
 * them is deleted or disabled before the transaction ends. A write that stores references needs that lock; null is for
 * checks before the transaction.
 */
export async function checkManyRelations(
  scope: Scope,
  query: Pick<Transaction, 'selectFrom'>,
  lock: 'reference' | null,
  all: readonly ChangedRecords[],
): Promise<void> {
  const find = await readTargets(scope, query, lock, all.flatMap(demandsOf))
  for (const { model, records } of all) for (const record of records) checkTargets(scope, model, record, find)
}

/** The targets that the check of these records needs. */
export function demandsOf({ model, records, above = [] }: ChangedRecords): readonly Demand[] {
  const demands = records.flatMap(({ record, changed: changedFields, problems }) => {
    const fields = model.fields.filter((field) => needsCheck(field, record, changedFields) && !problems.has(field.name))
    return fields.map((field): Demand => ({
      relation: requireRelation(field),
      ids: targetIds(field, record.get(field.name) ?? null),
    }))
  })
  const parent = model.tree && fieldOf(model, model.tree.parent)?.relation
  return parent && above.length > 0 ? [...demands, { relation: parent, ids: above }] : demands
}

/** The same over targets that were read already. */
export function checkTargets(
  scope: Scope,
  model: TableModel,
  { record, changed: changedFields, problems }: ChangedRecord,
  find: FindTarget,
): void {
  for (const field of model.fields) {
    const { relation } = field
    if (!relation || !needsCheck(field, record, changedFields) || problems.has(field.name)) continue
    for (const id of targetIds(field, record.get(field.name) ?? null)) {
      const target = find(relation.table, id)
      if (changedFields.has(field.name) && !isLive(relation, target)) problems.set(field.name, { rule: 'relation' })
      else if (target) {
        const problem = filterProblem(scope, model, relation, target, record)
        if (problem) problems.set(field.name, problem)
      }
    }
  }
}

/** The ids in a column of a reference, or of a list of references. */
export function targetIds(field: FieldModel, value: StoredValue): readonly number[] {
  if (value === null) return []
  const ids = refersToMany(field) ? kinds[field.kind].toWire(value, field) : [value]
  return Array.isArray(ids) ? ids.map(Number).filter((id) => Number.isSafeInteger(id)) : []
}

function needsCheck(field: FieldModel, record: Record, changedFields: ReadonlySet<string>): boolean {
  if (!field.relation || (record.get(field.name) ?? null) === null) return false
  return (
    changedFields.has(field.name) ||
    field.relation.filter.some((filter) => filter.field !== undefined && changedFields.has(filter.field))
  )
}

function isLive({ softDelete }: RelationModel, target: Row | undefined): boolean {
  return target !== undefined && (softDelete === null || (target[softDelete] ?? null) === null)
}

/** The targets of a field. */
export interface Demand {
  readonly relation: RelationModel
  readonly ids: readonly number[]
}

/** One query a table, however many fields and records refer to it. Locks as `checkManyRelations` does. */
export async function readTargets(
  { registry, database }: Scope,
  query: Pick<Transaction, 'selectFrom'>,
  lock: RowLock | null,
  demands: readonly Demand[],
): Promise<FindTarget> {
  const rowsByTable = new Map<string, ReadonlyMap<number, Row>>()
  const end = lock && database.adapter.rowLock(lock)
  for (const table of registry.inLockOrder(new Set(demands.map(({ relation }) => relation.table)))) {
    const group = demands.filter(({ relation }) => relation.table === table)
    const columns = new Set(['id', ...group.flatMap(({ relation }) => targetColumns(relation))])
    const ids = [...new Set(group.flatMap((demand) => demand.ids))]
    if (ids.length === 0) continue
    const select = query
      .selectFrom(table)
      .select([...columns])
      .where('id', 'in', ids)
      .orderBy('id')
    const rows = await (end ? select.modifyEnd(end) : select).execute()
    rowsByTable.set(table, new Map(rows.map((row) => [Number(row['id']), row])))
  }
  return (table, id) => rowsByTable.get(table)?.get(id)
}

/** Columns of the target that its filter compares. */
export function targetColumns({ softDelete, filter: filters }: RelationModel): readonly string[] {
  return [...(softDelete === null ? [] : [softDelete]), ...filters.map(({ column }) => column)]
}

function filterProblem(
  { language }: Pick<Scope, 'language'>,
  model: TableModel,
  relation: RelationModel,
  target: Row,
  record: Record,
): FieldProblem | null {
  const broken = relation.filter.find((filter) => !isMatching(filter, target, record))
  if (!broken) return null
  const other = broken.field === undefined ? undefined : fieldOf(model, broken.field)
  return other ? { rule: 'relationFilter', params: { field: other.label[language] } } : { rule: 'relation' }
}

/** The target's column equals the record's field, or the fixed value. */
export function isMatching({ column, field, value }: RelationFilter, target: Row, record: Record): boolean {
  const expected = field === undefined ? (value ?? null) : (record.get(field) ?? null)
  return (target[column] ?? null) === expected
}

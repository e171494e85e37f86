/** Referenced records have to exist, must not be deleted, and have to match the filters of their fields. */
import {
  fieldOf,
  kinds,
  refersToMany,
  requireRelation,
  type FieldModel,
  type RelationFilter,
  type RelationModel,
  type StoredValue,
  type TableModel,
} from '../../../protocol/index.ts'
import type { Row, Transaction } from '../../db/index.ts'
import type { Problems } from '../body.ts'
import type { Scope } from '../../operation/scope.ts'

type Record = ReadonlyMap<string, StoredValue>

/** A record as it will be, and the fields whose value differs from the stored one. */
export interface Changed {
  readonly record: Record
  readonly changed: ReadonlySet<string>
  readonly problems: Problems
}

/** Finds a read target by table and id. */
export type FindTarget = (table: string, id: number) => Row | undefined

/**
 * Adds problems of relations. An unchanged reference stays valid even when its target is gone; but its filter is
 * checked again when the field it depends on changed (a shelf has to change with its warehouse).
 * @param record the record as it will be
 * @param changed fields whose value differs from the stored one
 */
export async function checkRelations(
  scope: Scope,
  trx: Pick<Transaction, 'selectFrom'>,
  model: TableModel,
  record: Record,
  changed: ReadonlySet<string>,
  problems: Problems,
): Promise<void> {
  await checkManyRelations(scope, trx, model, [{ record, changed, problems }])
}

/** The same for several records of one table, with one statement a target table for all of them. */
export async function checkManyRelations(
  scope: Scope,
  trx: Pick<Transaction, 'selectFrom'>,
  model: TableModel,
  records: readonly Changed[],
): Promise<void> {
  const demands = records.flatMap(({ record, changed, problems }) => {
    const fields = model.fields.filter((field) => needsCheck(field, record, changed) && !problems.has(field.name))
    return fields.map((field): Demand => ({
      relation: requireRelation(field),
      ids: targetIds(field, record.get(field.name) ?? null),
    }))
  })
  const targets = await readTargets(trx, demands)
  for (const { record, changed, problems } of records)
    checkTargets(scope, model, record, changed, problems, (table, id) => targets.get(table)?.get(id))
}

/** The same over targets that were read already. */
export function checkTargets(
  scope: Scope,
  model: TableModel,
  record: Record,
  changed: ReadonlySet<string>,
  problems: Problems,
  find: FindTarget,
): void {
  for (const field of model.fields) {
    const { relation } = field
    if (!relation || !needsCheck(field, record, changed) || problems.has(field.name)) continue
    for (const id of targetIds(field, record.get(field.name) ?? null)) {
      const target = find(relation.table, id)
      if (changed.has(field.name) && !isLive(relation, target)) problems.set(field.name, { rule: 'relation' })
      else if (target) checkFilter(scope, model, field, relation, target, record, problems)
    }
  }
}

/** The ids in a column of a reference, or of a list of references. */
export function targetIds(field: FieldModel, stored: StoredValue): readonly number[] {
  if (stored === null) return []
  const ids = refersToMany(field) ? kinds[field.kind].toWire(stored, field) : [stored]
  return Array.isArray(ids) ? ids.map(Number).filter((id) => Number.isSafeInteger(id)) : []
}

function needsCheck(field: FieldModel, record: Record, changed: ReadonlySet<string>): boolean {
  if (!field.relation || (record.get(field.name) ?? null) === null) return false
  return (
    changed.has(field.name) ||
    field.relation.filter.some((filter) => filter.field !== undefined && changed.has(filter.field))
  )
}

function isLive({ softDelete }: RelationModel, target: Row | undefined): boolean {
  return target !== undefined && (softDelete === null || (target[softDelete] ?? null) === null)
}

/** The targets of a field. */
interface Demand {
  readonly relation: RelationModel
  readonly ids: readonly number[]
}

/** One query a table, however many fields and records refer to it. */
async function readTargets(
  trx: Pick<Transaction, 'selectFrom'>,
  demands: readonly Demand[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, Row>>> {
  const found = new Map<string, ReadonlyMap<number, Row>>()
  for (const table of new Set(demands.map(({ relation }) => relation.table))) {
    const group = demands.filter(({ relation }) => relation.table === table)
    const columns = new Set(['id', ...group.flatMap(({ relation }) => targetColumns(relation))])
    const ids = [...new Set(group.flatMap((demand) => demand.ids))]
    const rows =
      ids.length === 0
        ? []
        : await trx
            .selectFrom(table)
            .select([...columns])
            .where('id', 'in', ids)
            .execute()
    found.set(table, new Map(rows.map((row) => [Number(row['id']), row])))
  }
  return found
}

/** Columns of the target that its filter compares. */
export function targetColumns({ softDelete, filter: filters }: RelationModel): readonly string[] {
  return [...(softDelete === null ? [] : [softDelete]), ...filters.map(({ column }) => column)]
}

function checkFilter(
  scope: Scope,
  model: TableModel,
  field: FieldModel,
  relation: RelationModel,
  target: Row,
  record: Record,
  problems: Problems,
): void {
  const broken = relation.filter.find((filter) => !isMatching(filter, target, record))
  if (!broken) return
  const other = broken.field === undefined ? undefined : fieldOf(model, broken.field)
  problems.set(
    field.name,
    other ? { rule: 'relationFilter', params: { field: other.label[scope.language] } } : { rule: 'relation' },
  )
}

/** The target's column equals the record's field, or the fixed value. */
export function isMatching({ column, field, value }: RelationFilter, target: Row, record: Record): boolean {
  const wanted = field === undefined ? (value ?? null) : (record.get(field) ?? null)
  return (target[column] ?? null) === wanted
}

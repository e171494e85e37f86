/** Checks one batch of rows: the data they need is read in a few queries, then they are checked one by one. */
import { refersToMany, writableFields, type FieldModel, type StoredValue } from '../../../protocol/index.ts'
import { retryTransaction, rowId, type Row, type Transaction } from '../../db/index.ts'
import { isDocument } from '../../models/lock-order.ts'
import { hasSingleWriter, lockRows } from '../../operation/lock-rows.ts'
import { referencedFields } from '../locks/referenced-fields.ts'
import { hasHook, readFrozenFields, runBeforeWrite } from '../run-hooks.ts'
import { readTargets as readRelationTargets, targetIds } from '../relations/relations.ts'
import { checkRow } from './check-rows.ts'
import { findByKeys, findOwners, rowsOf } from './lookup.ts'
import { isReadable, type ImportRow } from './import-row.ts'
import type { Outcome } from './report.ts'
import { resolveTargets } from './row.ts'
import { addTrialTargets, idsOf, textsOf } from './row-targets.ts'
import type { ImportRun } from './run.ts'
import { keyOf, Overlay, type RecordState } from './state.ts'
import { readTargets, Targets } from './targets.ts'

export interface CheckedBatch {
  readonly outcomes: readonly Outcome[]
  readonly overlay: Overlay
}

/**
 * Checks the rows against the database and, in a dry run, against the rows before them.
 * @param trx in which the rows will be written, if only to be taken back; null = they will not be written
 */
export async function checkBatch(
  run: ImportRun,
  rows: readonly ImportRow[],
  trx: Transaction | null,
): Promise<CheckedBatch> {
  const { model } = run
  const query = trx ?? run.scope.database.query
  const overlay = run.trial && !trx ? run.trial : new Overlay(model, run.trial)
  const targets = new Targets()
  await readTargets(
    query,
    model,
    run.scope.registry,
    { texts: textsOf(run, rows), ids: idsOf(run, rows) },
    targets,
    run.targets,
  )
  addTrialTargets(run, targets)
  for (const row of rows) resolveTargets(run, row, targets)
  const readable = rows.filter(isReadable)
  const given = readable.map((row) => row.values)
  const found = trx
    ? await lockImported(run, trx, given, targets)
    : await findByKeys(run.scope.database, query, model, given)
  const statesOf = (key: string | null): readonly RecordState[] => [
    ...rowsOf(found, key)
      .filter((row) => run.own.has(row))
      .map((row) => overlay.stateOf(row)),
    ...overlay.createdBy(key),
  ]
  const stored = readable.map((row) => statesOf(keyOf(model.key, row.values))[0]?.values)
  const records = given.map((values, at) => (stored[at] ? new Map([...stored[at], ...values]) : values))
  const dependent = dependentIds(run, readable, stored)
  await readTargets(query, model, run.scope.registry, { texts: new Map(), ids: dependent }, targets)
  const owners = await findOwners(run.scope.database, query, model, records, found)
  const frozen = await readFrozenFields(
    run.scope,
    model,
    query,
    [...found.values()].flat().map((row) => Number(row['id'])),
  )
  const known = {
    overlay,
    frozen,
    statesOf,
    storedOwner: (index: string, tuple: string) => owners.get(`${index} ${tuple}`),
    findTarget: (table: string, id: number) => targets.find(table, id),
  }
  return { outcomes: rows.map((row) => checkRow(run, row, known)), overlay }
}

/**
 * The stored rows by key, locked, and what the rows refer to, locked FOR KEY SHARE and read again: documents before
 * their targets, other records after them, as every write does. Rows are locked FOR UPDATE when the file changes a
 * field of one of them that others rely on. What `beforeWrite` locks comes first.
 */
async function lockImported(
  { scope, model }: ImportRun,
  query: Transaction,
  records: readonly ReadonlyMap<string, StoredValue>[],
  targets: Targets,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const before = await findByKeys(scope.database, query, model, records)
  const idsIn = (found: typeof before): readonly number[] => [...found.values()].flat().map(rowId)
  await runBeforeWrite(scope, model, query, idsIn(before))
  if (hasSingleWriter(scope.database))
    return hasHook(scope, model, 'beforeWrite') ? findByKeys(scope.database, query, model, records) : before
  const demands = writableFields(model).flatMap((field) => {
    const { relation } = field
    if (!relation || relation.owned) return []
    return [{ relation, ids: records.flatMap((record) => targetIds(field, record.get(field.name) ?? null)) }]
  })
  const isOwn = ({ relation }: (typeof demands)[number]): boolean => relation.table === model.table
  const lockTargets = async () => {
    const find = await readRelationTargets(
      scope,
      query,
      'reference',
      demands.filter((demand) => !isOwn(demand)),
    )
    for (const { relation, ids } of demands.filter((demand) => !isOwn(demand)))
      for (const id of ids) targets.refresh(relation.table, id, find(relation.table, id))
  }
  if (!isDocument(model)) await lockTargets()
  const lock = changesReferenced(scope, model, records, before) ? 'exclusive' : 'write'
  await lockRows(scope, query, model.id, [...idsIn(before), ...demands.filter(isOwn).flatMap(({ ids }) => ids)], lock)
  if (isDocument(model)) await lockTargets()
  const found = await findByKeys(scope.database, query, model, records)
  const known = new Set(idsIn(before))
  const isStale = lock === 'write' && changesReferenced(scope, model, records, found)
  if (isStale || idsIn(found).some((id) => !known.has(id))) retryTransaction()
  return found
}

/** True when a row changes a field of its stored record that others rely on. */
function changesReferenced(
  { registry }: ImportRun['scope'],
  model: ImportRun['model'],
  records: readonly ReadonlyMap<string, StoredValue>[],
  found: ReadonlyMap<string, readonly Row[]>,
): boolean {
  const names = [...referencedFields(registry, model)]
  return records.some((record) =>
    rowsOf(found, keyOf(model.key, record)).some((row) =>
      names.some((name) => record.has(name) && record.get(name) !== (row[name] ?? null)),
    ),
  )
}

/** Targets that do not occur in the rows, but belong to the values they leave as they are. */
function dependentIds(
  { model }: ImportRun,
  rows: readonly ImportRow[],
  stored: readonly (ReadonlyMap<string, StoredValue> | undefined)[],
): ReadonlyMap<FieldModel, ReadonlySet<number>> {
  const fields = model.fields.filter((field) => (field.relation?.filter.length ?? 0) > 0 || refersToMany(field))
  const idsOfField = (field: FieldModel): readonly number[] =>
    rows.flatMap(({ values }, at) =>
      values.has(field.name) ? [] : targetIds(field, stored[at]?.get(field.name) ?? null),
    )
  return new Map(fields.map((field) => [field, new Set(idsOfField(field))]))
}

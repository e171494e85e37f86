/** Checks one batch of rows: the data they need is read in a few queries, then they are checked one by one. */
import { refersToMany, writableFields, type FieldModel, type StoredValue } from '../../../protocol/index.ts'
import { retryTransaction, rowId, type Reading, type Transaction } from '../../db/index.ts'
import { isDocument } from '../../core/models/lock-order.ts'
import { hasSingleWriter, lockRows } from '../../operation/lock-rows.ts'
import { referencedFields } from '../locks/referenced-fields.ts'
import { hasHook, readFrozenFields, runBeforeWrite } from '../run-hooks.ts'
import { readTargets as readRelationTargets, targetIds } from '../relations/relations.ts'
import { checkRow } from './check-rows.ts'
import { candidatesOf, findStored, keyOfRow, readLabels, type StoredRecords } from './identify.ts'
import { findOwners } from './find-records.ts'
import type { ImportRow } from './import-row.ts'
import type { Outcome } from './report.ts'
import { resolveTargets } from './row.ts'
import { addTrialTargets, idsOf, textsOf } from './row-targets.ts'
import type { ImportRun } from './run.ts'
import { Overlay, type RecordState } from './record-state.ts'
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
  const wanted = { texts: textsOf(run, rows), ids: idsOf(run, rows) }
  // Guard T15: import: ids of a file are looked for in the caller's reach.
  // Without: await readTargets(run, query, wanted, targets)
  await readTargets(run, query, wanted, targets, run.targets)
  addTrialTargets(run, targets)
  for (const row of rows) resolveTargets(run, row, targets)
  const whole = rows.filter(({ faults }) => faults.length === 0)
  const labels = new Targets()
  const found = trx
    ? await lockImported(run, trx, whole, { targets, labels })
    : await findLabelled(run, query, whole, labels)
  const labelled = { find: (table: string, id: number) => labels.find(table, id) ?? targets.find(table, id) }
  const statesOf = (row: ImportRow): readonly RecordState[] => [
    ...candidatesOf(run, row, found, labelled).map((record) => overlay.stateOf(record)),
    ...overlay.createdBy(keyOfRow(run, row)),
  ]
  const states = whole.map((row) => statesOf(row)[0]?.values)
  const records = whole.map(({ values }, index) => (states[index] ? new Map([...states[index], ...values]) : values))
  const dependent = dependentIds(run, whole, states)
  await readTargets(run, query, { texts: new Map(), ids: dependent }, targets)
  const owners = await findOwners(run.scope.database, model, query, records, found.byKey)
  const frozen = await readFrozenFields(run.scope, model, query, idsIn(found))
  const context = {
    overlay,
    frozen,
    statesOf,
    labels: labelled,
    storedOwner: (index: string, tuple: string) => owners.get(`${index} ${tuple}`),
    findTarget: (table: string, id: number) => targets.find(table, id),
  }
  return { outcomes: rows.map((row) => checkRow(run, row, context)), overlay }
}

/**
 * The stored rows by key, locked, and what the rows refer to, locked FOR KEY SHARE and read again: documents before
 * their targets, other records after them, as every write does. Rows are locked FOR UPDATE when the file changes a
 * field of one of them that others rely on. What `beforeWrite` locks comes first.
 */
async function lockImported(
  run: ImportRun,
  query: Transaction,
  rows: readonly ImportRow[],
  { targets, labels }: { readonly targets: Targets; readonly labels: Targets },
): Promise<StoredRecords> {
  const { scope, model } = run
  const before = await findLabelled(run, query, rows, labels)
  await runBeforeWrite(scope, model, query, { action: 'import', ids: idsIn(before) })
  if (hasSingleWriter(scope.database))
    return hasHook(scope, model, 'beforeWrite') ? findStored(run, query, rows) : before
  const records = rows.map(({ values }) => values)
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
  const lock = changesReferenced(run, rows, before, labels) ? 'exclusive' : 'write'
  await lockRows(scope, query, model.id, [...idsIn(before), ...demands.filter(isOwn).flatMap(({ ids }) => ids)], lock)
  if (isDocument(model)) await lockTargets()
  const found = await findStored(run, query, rows)
  const earlierIds = new Set(idsIn(before))
  const isStale = lock === 'write' && changesReferenced(run, rows, found, labels)
  if (isStale || idsIn(found).some((id) => !earlierIds.has(id))) retryTransaction()
  return found
}

const idsIn = ({ byKey, byId }: StoredRecords): readonly number[] => [
  ...new Set([...[...byKey.values()].flat().map(rowId), ...byId.keys()]),
]

async function findLabelled(
  run: ImportRun,
  query: Reading,
  rows: readonly ImportRow[],
  labels: Targets,
): Promise<StoredRecords> {
  const records = await findStored(run, query, rows)
  await readLabels(run, query, rows, records, labels)
  return records
}

/** True when a row changes a field of its stored record that others rely on. */
function changesReferenced(
  run: ImportRun,
  rows: readonly ImportRow[],
  records: StoredRecords,
  labels: Targets,
): boolean {
  const names = [...referencedFields(run.scope.registry, run.model)]
  return rows.some((row) =>
    candidatesOf(run, row, records, labels).some((record) =>
      names.some((name) => row.values.has(name) && row.values.get(name) !== (record[name] ?? null)),
    ),
  )
}

/** Targets that do not occur in the rows, but belong to the values they leave as they are. */
function dependentIds(
  { model }: ImportRun,
  rows: readonly ImportRow[],
  states: readonly (ReadonlyMap<string, StoredValue> | undefined)[],
): ReadonlyMap<FieldModel, ReadonlySet<number>> {
  const fields = model.fields.filter((field) => (field.relation?.filter.length ?? 0) > 0 || refersToMany(field))
  const idsOfField = (field: FieldModel): readonly number[] =>
    rows.flatMap(({ values }, index) =>
      values.has(field.name) ? [] : targetIds(field, states[index]?.get(field.name) ?? null),
    )
  return new Map(fields.map((field) => [field, new Set(idsOfField(field))]))
}

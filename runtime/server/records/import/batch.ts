/**
 * One batch of rows: the data they need is read in a few queries, then they are checked one by one and written
 * together.
 */
import { CompiledQuery, sql } from 'kysely'
import {
  refersToMany,
  requireField,
  writableFields,
  type FieldModel,
  type StoredValue,
} from '../../../protocol/index.ts'
import {
  retryTransaction,
  rowId,
  runCached,
  storedValue,
  targetTable,
  type Reading,
  type Row,
  type Transaction,
} from '../../db/index.ts'
import { isDocument } from '../../models/lock-order.ts'
import { hasSingleWriter, lockRows } from '../../operation/lock-rows.ts'
import { referencedFields } from '../locks/referenced-fields.ts'
import { runAfterSave, readFrozenFields } from '../run-hooks.ts'
import { newRow } from '../new-row.ts'
import { reserveNumbers } from '../numbers.ts'
import { statementOf } from '../query/statement.ts'
import { recordChanges } from '../recovery/record.ts'
import type { Imported } from '../undo/import-changes.ts'
import { readTargets as readRelationTargets, targetIds } from '../relations/relations.ts'
import { nowSeconds } from '../../clock.ts'
import { checkRow } from './check-rows.ts'
import { findByKeys, findOwners } from './lookup.ts'
import type { Outcome } from './report.ts'
import { resolveTargets, type ImportRow } from './row.ts'
import type { ImportRun } from './run.ts'
import { keyOf, Overlay, type RecordState } from './state.ts'
import { readTargets, Targets } from './targets.ts'

export interface CheckedBatch {
  readonly outcomes: readonly Outcome[]
  readonly overlay: Overlay
}

/** Checks the rows against the database and, in a dry run, against the rows before them. */
export async function checkBatch(run: ImportRun, query: Reading, rows: readonly ImportRow[]): Promise<CheckedBatch> {
  const { model } = run
  const overlay = run.trial ?? new Overlay(model)
  const targets = new Targets()
  await readTargets(
    query,
    model,
    run.scope.registry,
    { texts: textsOf(run, rows), ids: new Map() },
    targets,
    run.targets,
  )
  addTrialTargets(run, targets)
  for (const row of rows) resolveTargets(run, row, targets)
  const readable = rows.filter((row) => !row.fault && row.problems.size === 0)
  const given = readable.map((row) => row.values)
  const found = run.trial
    ? await findByKeys(run.scope.database, query, model, given)
    : await lockImported(run, query, given, targets)
  const statesOf = (key: string | null): readonly RecordState[] => [
    ...(key === null ? [] : (found.get(key) ?? []))
      .filter((row) => run.own.has(row))
      .map((row) => overlay.stateOf(row)),
    ...overlay.createdBy(key),
  ]
  const records = readable.map(
    (row) => new Map([...(statesOf(keyOf(model.key, row.values))[0]?.values ?? []), ...row.values]),
  )
  await readTargets(query, model, run.scope.registry, { texts: new Map(), ids: dependentIds(run, records) }, targets)
  const owners = await findOwners(run.scope.database, query, model, records)
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
 * field of one of them that others rely on.
 */
async function lockImported(
  { scope, model }: ImportRun,
  query: Reading,
  records: readonly ReadonlyMap<string, StoredValue>[],
  targets: Targets,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const before = await findByKeys(scope.database, query, model, records)
  if (hasSingleWriter(scope.database)) return before
  const idsOf = (found: typeof before): readonly number[] => [...found.values()].flat().map(rowId)
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
  await lockRows(scope, query, model.id, [...idsOf(before), ...demands.filter(isOwn).flatMap(({ ids }) => ids)], lock)
  if (isDocument(model)) await lockTargets()
  const found = await findByKeys(scope.database, query, model, records)
  const known = new Set(idsOf(before))
  const isStale = lock === 'write' && changesReferenced(scope, model, records, found)
  if (isStale || idsOf(found).some((id) => !known.has(id))) retryTransaction()
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
    (found.get(keyOf(model.key, record) ?? '') ?? []).some((row) =>
      names.some((name) => record.has(name) && record.get(name) !== (row[name] ?? null)),
    ),
  )
}

function textsOf({ model }: ImportRun, rows: readonly ImportRow[]): ReadonlyMap<FieldModel, ReadonlySet<string>> {
  const texts = new Map<FieldModel, Set<string>>()
  for (const row of rows) {
    for (const [name, text] of row.targets) {
      const field = requireField(model, name)
      texts.set(field, (texts.get(field) ?? new Set()).add(text))
    }
  }
  return texts
}

/** Records of the table itself that a dry run has created or renamed count as targets as well. */
function addTrialTargets({ model, trial }: ImportRun, targets: Targets): void {
  if (!trial || !refersToItself(model.fields, model.table)) return
  for (const state of trial.states.values())
    targets.add(model.table, { ...Object.fromEntries(state.values), id: state.id })
}

/** True when rows may refer to records that appear earlier in the same file. */
export const refersToItself = (fields: readonly FieldModel[], table: string): boolean =>
  fields.some((field) => field.relation?.table === table)

/** Targets that do not occur in the rows but have to match stored values. */
function dependentIds(
  { model }: ImportRun,
  records: readonly ReadonlyMap<string, StoredValue>[],
): ReadonlyMap<FieldModel, ReadonlySet<number>> {
  const fields = model.fields.filter((field) => (field.relation?.filter.length ?? 0) > 0 || refersToMany(field))
  return new Map(
    fields.map((field) => [
      field,
      new Set(records.flatMap((record) => targetIds(field, record.get(field.name) ?? null))),
    ]),
  )
}

/** Writes the checked rows, which `checkBatch` has locked with what they refer to. */
export async function writeBatch(run: ImportRun, trx: Transaction, { overlay }: CheckedBatch): Promise<Imported> {
  const now = nowSeconds()
  const states = [...overlay.states.values()]
  const changed = states.filter((one) => !one.isNew && one.changed.size > 0)
  for (const state of changed) await updateRecord(run, trx, state, now)
  const changes = changed.map(({ stored, values, changed: names }) => ({
    before: stored ?? {},
    after: Object.fromEntries([...values].filter(([name]) => names.has(name))),
  }))
  await recordChanges(run.scope, trx, run.model, changes)
  const added = await insertRecords(
    run,
    trx,
    states.filter((one) => one.isNew),
    now,
  )
  await runAfterSave(
    run.scope,
    run.model,
    trx,
    [...changed.map(({ id }) => id), ...added],
    new Set(changed.flatMap((state) => [...state.changed])),
  )
  return { changed: changes, added }
}

async function updateRecord(
  { scope, model }: ImportRun,
  trx: Transaction,
  state: RecordState,
  now: number,
): Promise<void> {
  const names = [...state.changed].sort()
  const times = model.updated ? [model.updated] : []
  const values = [...names.map((name) => state.values.get(name) ?? null), ...times.map(() => now), state.id]
  const statement = statementOf(scope.database, {
    model,
    shape: `set ${names.join(' ')}`,
    values,
    build: (slots) => sql`update ${targetTable(model.table)}
      set version = version + 1,
        ${sql.join(
          [...names, ...times].map(
            (name, at) => sql`${sql.id(name)} = ${storedValue(model.table, name, sql`${slots(at)}`)}`,
          ),
        )}
      where id = ${slots(values.length - 1)}`,
  })
  await trx.executeQuery(CompiledQuery.raw(statement.sql, [...statement.parameters]))
}

/** Rows one statement inserts: databases limit how many values a statement has. */
const block = 100

async function insertRecords(
  { scope, model, parents }: ImportRun,
  trx: Transaction,
  states: readonly RecordState[],
  now: number,
): Promise<readonly number[]> {
  const all: number[] = []
  for (let start = 0; start < states.length; start += block) {
    const part = states.slice(start, start + block)
    const numbers = model.number ? await reserveNumbers(scope, trx, model.number, part.length) : []
    const rows: Row[] = part.map((state, at) => ({
      ...newRow(model, state.values, scope.actor?.id ?? null, now),
      // As many numbers were taken as there are records.
      ...(model.number && { [model.number.field]: numbers[at]! }),
    }))
    const ids = await insertRows(trx, model, rows)
    if (model.sort)
      await trx
        .updateTable(model.table)
        .set({ [model.sort]: sql.ref('id') })
        .where('id', 'in', ids)
        // A planner that takes the table for a small one reads all of it for the list alone.
        .where('id', '>=', Math.min(...ids))
        .where('id', '<=', Math.max(...ids))
        .execute()
    const [[id], [state, ...others]] = [ids, part]
    if (parents && model.tree && id !== undefined && state && others.length === 0)
      parents.set(id, state.values.get(model.tree.parent) ?? null)
    all.push(...ids)
  }
  return all
}

/** The text of the statement is compiled once for each number of rows, unless rules give some of them other columns. */
async function insertRows(
  trx: Transaction,
  model: ImportRun['model'],
  rows: readonly Row[],
): Promise<readonly number[]> {
  const names = Object.keys(rows[0] ?? {})
  const isUniform = new Set(rows.map((row) => Object.keys(row).sort().join())).size === 1
  const insert = () => trx.insertInto(model.table).values(rows).returning('id')
  const key = `insert ${rows.length} ${names.join()}`
  const added = isUniform
    ? (
        await runCached(
          trx,
          model,
          key,
          insert,
          rows.flatMap((row) => names.map((name) => row[name] ?? null)),
        )
      ).rows
    : await insert().execute()
  return added.map(rowId)
}

/** The operation behind `edit` by POST. Bodies may be partial: a switch sends only its field and the id. */
import { sql } from 'kysely'
import { isEmpty, type RuleRecord, type StoredValue, type TableModel } from '../../protocol/index.ts'
import type { Row, Transaction } from '../db/index.ts'
import { AppError } from '../core/errors/app-error.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { refuseUneditable } from './actions/state-guard.ts'
import {
  runAfterWrite,
  runBeforeUpdate,
  runBeforeWrite,
  readFrozenFields,
  checkFrozen,
  prepareChange,
  savedAs,
  type Saved,
} from './run-hooks.ts'
import { refuseInaccessible } from './accessible.ts'
import { newChange, type Change } from '../operation/change.ts'
import { readChangedBody, type Problems, type Values } from './body.ts'
import { checkEdit, otherLines, applyEditRules } from './policy/edit-rules.ts'
import { hiddenTargets, refuseHidden, type Hidden } from './relations/hidden-targets.ts'
import { readLineBodies } from './lines/body.ts'
import {
  addLineProblems,
  beforeLinesCheck,
  mergeLines,
  type CheckedLines,
  type LinesBefore,
  type MergedLines,
} from './lines/check.ts'
import { readLines } from './lines/read.ts'
import { hasLineChanges, lineChangesIn, prepareLines, storeLines, withLines } from './lines/write.ts'
import { refuseOutOfRows, viewOf } from './policy/policy.ts'
import { refuseClashes, refuseProblems } from './field-problems.ts'
import { recordChanges } from './recovery/write-log.ts'
import { lockEdited } from './locks/lock-edited.ts'
import { readRow } from './read.ts'
import { idOf } from './read-id.ts'
import { checkManyRelations, checkTargets } from './relations/relations.ts'
import { applyTableRules } from './policy/rules.ts'
import { checkSchema } from './schema-check.ts'
import { nowSeconds } from '../core/clock.ts'
import { writeOnce, type Operation, type Scope, type Validate } from '../operation/scope.ts'
import { checkTree } from './tree-check.ts'

/** Ends the transaction when another save was faster; the current row is read after it. */
class StaleVersion extends AppError<'stale'> {
  constructor() {
    super('StaleVersion', 'stale', 'the record has a newer version')
  }
}

/**
 * Changes a record, and its lines where the body names them. Throws an OperationError: `not_found`; `conflict` with the
 * current row when the body carries a version that is no longer the record's; `invalid` or `duplicate` with the errors
 * by field. Nothing to change is a success.
 * @param overrides values of fields that no client may send, as columns hold them
 */
export async function update(
  scope: Scope,
  model: TableModel,
  body: Readonly<Record<string, unknown>>,
  overrides?: ReadonlyMap<string, StoredValue>,
): Promise<Saved> {
  const id = idOf(body['id'])
  if (id === null) throw new OperationError('not_found')
  // Guard T20: one edits what one sees.
  await refuseInaccessible(scope, model, [id], 'edit')
  const change = await prepareChange(scope, model, newChange(id, body, overrides))
  const view = viewOf(scope, model, 'edit')
  const { values, problems } = readChangedBody(view, change.body, scope.settings)
  const lines = await beforeLinesCheck(scope, readLineBodies(scope, view, change.body, false, problems))
  const hidden = await hiddenTargets(scope, model, values)
  const validate = await scope.validators(model.id)
  try {
    return await refuseClashes(scope, model, values, () =>
      writeOnce(scope, (trx, inside) =>
        saveRecord(inside, model, trx, {
          id,
          version: body['version'],
          change: { ...change, given: new Map(values), overrides: new Map(change.overrides), warnings: [] },
          problems,
          hidden,
          validate,
          lines,
        }),
      ),
    )
  } catch (error) {
    if (!(error instanceof StaleVersion)) throw error
    const row = await readRow(scope, model, id)
    throw row ? new OperationError('conflict', { row }) : new OperationError('not_found')
  }
}

interface Save {
  readonly id: number
  readonly version: unknown
  readonly change: Change
  readonly problems: Problems
  readonly hidden: Hidden
  readonly validate: Validate | null
  readonly lines: readonly LinesBefore[]
}

/**
 * Locks the record and what it newly refers to (`lockEdited`): a document first, any other record after its targets.
 * Concurrent changes to the lines or the state of one record wait for each other.
 */
async function saveRecord(scope: Scope, model: TableModel, trx: Transaction, saved: Save): Promise<Saved> {
  const { id, version, change, validate } = saved
  await runBeforeWrite(scope, model, trx, { action: 'edit', ids: [id], change })
  const { current, find, above } = await lockEdited(scope, model, trx, id, change.given)
  keepUntouched(change, current)
  refuseUneditable(scope, model, current)
  if (!isEmpty(version) && String(version) !== String(current['version'])) throw new StaleVersion()
  const problems = new Map(saved.problems)
  const isRuled =
    applyTableRules(
      scope,
      { model, record: { ...current, ...Object.fromEntries(change.given) }, old: current },
      change.given,
      problems,
    ) !== null
  const record: Values = new Map([...Object.entries(current), ...change.given])
  const changed = new Set([...change.given.keys()].filter((name) => record.get(name) !== (current[name] ?? null)))
  checkFrozen(await readFrozenFields(scope, model, trx, changed.size === 0 ? [] : [id]), id, changed, problems)
  refuseHidden(model, saved.hidden, current, problems)
  checkSchema(model, validate, record, new Set(change.given.keys()), problems)
  const checked = await mergeAllLines(scope, model, trx, saved, Object.fromEntries(record))
  if (find) checkTargets(scope, model, { record, changed, problems }, find)
  else
    await checkManyRelations(scope, trx, 'reference', [
      { model, records: [{ record, changed, problems }] },
      ...checked.map(({ references }) => references),
    ])
  if (model.tree && changed.has(model.tree.parent))
    await checkTree(model, trx, { id, parent: record.get(model.tree.parent) ?? null, locked: above }, problems)
  addLineProblems(checked, problems)
  const rules = isRuled ? { change, current, checked, rest: await otherLines(scope, model, trx, id, checked) } : null
  if (rules) checkEdit(scope, model, rules, problems)
  refuseProblems(scope, problems)
  const whole = withLines(change, checked)
  await runBeforeUpdate(scope, model, trx, whole, current)
  await prepareLines(scope, trx, { model, header: new Map([...record, ...change.overrides]), change: whole }, checked)
  if (rules) applyEditRules(scope, model, rules)
  const undo = await writeRecord({ scope, model, trx }, saved, current, checked)
  // Guard T15: nobody writes a row out of his own sight.
  refuseOutOfRows(scope, model, 'edit', { ...current, ...Object.fromEntries([...change.given, ...change.overrides]) })
  return { ...savedAs(id, change), ...(undo !== null && { undo }) }
}

/** A text that is sent as it is stored stays as it is, also where reading it anew would take blanks from it. */
function keepUntouched({ given, body }: Change, current: Row): void {
  for (const [name, value] of given) {
    const stored = current[name]
    if (typeof stored === 'string' && stored !== value && stored === body[name]) given.set(name, stored)
  }
}

async function mergeAllLines(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  { id, lines }: Save,
  document: RuleRecord,
): Promise<readonly MergedLines[]> {
  const merged: MergedLines[] = []
  for (const one of lines) {
    const stored = await readLines(scope, model, trx, one.given.field.name, [id])
    merged.push(mergeLines(scope, one, stored.get(id) ?? [], document))
  }
  return merged
}

/**
 * Values that hooks added count like those that were sent.
 * @returns the entry of the log that undoes the edit, null when nothing was written or nobody can undo it
 */
async function writeRecord(
  { scope, model, trx }: Operation,
  saved: Save,
  current: Row,
  lines: readonly CheckedLines[],
): Promise<number | null> {
  const values = new Map([...saved.change.given, ...saved.change.overrides])
  const changes = [...values].filter(([name, value]) => value !== (current[name] ?? null))
  const changed = lines.filter(hasLineChanges)
  if (changes.length === 0 && changed.length === 0) return null
  const after = Object.fromEntries(changes)
  await writeChanges(model, trx, saved, after)
  for (const one of changed) await storeLines(scope, trx, one, saved.id)
  await recordChanges(scope, model, trx, [{ before: current, after }])
  const noted = await lineChangesIn(
    scope,
    model,
    trx,
    saved.id,
    changed.map(({ field, current: before }) => [field.name, before]),
  )
  const undo = await runAfterWrite(scope, model, trx, {
    action: 'edit',
    ids: [saved.id],
    changed: new Set([...changes.map(([name]) => name), ...changed.map(({ field }) => field.name)]),
    edits: [{ before: current, after, lines: noted }],
  })
  return scope.actor === null ? null : undo
}

/** With a version, a save between reading and writing is detected; without one the last save wins. */
async function writeChanges(model: TableModel, trx: Transaction, { id, version }: Save, changes: Row): Promise<void> {
  const times = model.updated ? { [model.updated]: nowSeconds() } : {}
  const query = trx
    .updateTable(model.table)
    .set({ ...changes, ...times })
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', id)
  const { numUpdatedRows } = await (
    isEmpty(version) ? query : query.where('version', '=', Number(version))
  ).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new StaleVersion()
}

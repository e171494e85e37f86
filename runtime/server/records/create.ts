/** The operation behind `add`. */
import type { StoredValue, TableModel } from '../../protocol/index.ts'
import { rowId, type Row, type Transaction } from '../db/index.ts'
import { runAfterWrite, runBeforeCreate, runBeforeWrite, prepareChange, savedAs, type Saved } from './run-hooks.ts'
import { newChange, type Change } from '../operation/change.ts'
import { defaultsOf, readBody, type Problems, type Values } from './body.ts'
import { hiddenTargets, refuseHidden } from './relations/hidden-targets.ts'
import { readLineBodies } from './lines/body.ts'
import { addLineProblems, beforeLinesCheck, mergeLines, type CheckedLines, type LinesBefore } from './lines/check.ts'
import { lineRecords, applyAllLineRules } from './lines/rules.ts'
import { prepareLines, storeLines, withLines } from './lines/write.ts'
import { newRow } from './new-row.ts'
import { withNumber, type TakeNumber } from './numbers.ts'
import { refuseOutOfRows, viewOf } from './policy/policy.ts'
import { refuseClashes, refuseProblems } from './field-problems.ts'
import { checkManyRelations } from './relations/relations.ts'
import { checkRules, applyTableRules } from './policy/rules.ts'
import { checkSchema } from './schema-check.ts'
import { nowSeconds } from '../core/clock.ts'
import { writeOnce, type Scope } from '../operation/scope.ts'
import { checkTree, readAncestors } from './tree-check.ts'

/**
 * Adds a record with its lines. Throws an OperationError `invalid` or `duplicate` with the errors by field.
 * @param overrides values of fields that no client may send, as columns hold them
 */
export async function create(
  scope: Scope,
  model: TableModel,
  body: Readonly<Record<string, unknown>>,
  overrides?: ReadonlyMap<string, StoredValue>,
): Promise<Saved> {
  const change = await prepareChange(scope, model, newChange(null, body, overrides))
  const view = viewOf(scope, model, 'add')
  const { values, problems } = readBody(view, change.body, scope.settings)
  const lines = await beforeLinesCheck(scope, readLineBodies(scope, view, change.body, true, problems))
  const record: Values = new Map([...defaultsOf(model), ...values])
  const fields = new Set(record.keys())
  refuseHidden(model, await hiddenTargets(scope, model, values), {}, problems)
  const row = (): Row => newRow(model, record, scope.actor?.id ?? null, nowSeconds())
  const applied = applyTableRules(scope, { model, record: row(), old: null }, record, problems)
  for (const name of fields)
    if (isMissing(model, name, record) && !problems.has(name)) problems.set(name, { rule: 'required' })
  checkSchema(model, await scope.validators(model.id), record, fields, problems)
  const checked = lines.map((line) => mergeLines(scope, line, [], row()))
  await checkManyRelations(
    scope,
    scope.database.query,
    null,
    checked.map(({ references }) => references),
  )
  addLineProblems(checked, problems)
  if (applied) checkNewRecord(scope, model, { record, row: row(), checked }, problems)
  refuseProblems(scope, problems)
  return refuseClashes(scope, model, record, () =>
    withNumber(scope, model, (takeNumber) =>
      writeOnce(scope, (trx, inside) =>
        addRecord(inside, model, trx, {
          change: { ...change, given: new Map(record), overrides: new Map(change.overrides), warnings: [] },
          take: takeNumber,
          fields,
          lines,
        }),
      ),
    ),
  )
}

/** Checks the rules of a new record with its lines. */
function checkNewRecord(
  scope: Scope,
  model: TableModel,
  { record, row, checked }: { readonly record: Values; readonly row: Row; readonly checked: readonly CheckedLines[] },
  problems: Problems,
): void {
  const applied = applyTableRules(
    scope,
    { model, record: row, old: null, lines: lineRecords(model, checked) },
    record,
    problems,
  )
  if (applied) checkRules(model, applied, null, problems)
}

interface Add {
  readonly change: Change
  readonly fields: ReadonlySet<string>
  readonly lines: readonly LinesBefore[]
  readonly take: TakeNumber
}

/**
 * Locks what the record and its lines refer to FOR KEY SHARE (in a tree all records above it, too), so that nothing of
 * it is deleted or disabled before the record is stored.
 */
async function addRecord(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  { change, fields, lines, take: takeNumber }: Add,
): Promise<Saved> {
  const problems: Problems = new Map()
  await runBeforeWrite(scope, model, trx, { action: 'add' })
  const checked = lines.map((line) => mergeLines(scope, line, [], Object.fromEntries(change.given)))
  const parent = model.tree ? (change.given.get(model.tree.parent) ?? null) : null
  const above = await readAncestors(model, trx, parent)
  await checkManyRelations(
    scope,
    trx,
    // Guard T85: what a new record refers to stays until it is stored.
    // Without: null
    'reference',
    [
      { model, records: [{ record: change.given, changed: fields, problems: problems }], above },
      ...checked.map(({ references }) => references),
    ],
  )
  if (parent !== null) await checkTree(model, trx, { id: null, parent, locked: above }, problems)
  addLineProblems(checked, problems)
  refuseProblems(scope, problems)
  const whole = withLines(change, checked)
  await runBeforeCreate(scope, model, trx, whole)
  await prepareLines(
    scope,
    trx,
    { model, header: new Map([...change.given, ...change.overrides]), change: whole },
    checked,
  )
  await takeNumber(trx, change.overrides)
  const row = finalRow(scope, model, change, checked)
  const id = await insertRecord(model, trx, row)
  for (const merged of checked) await storeLines(scope, trx, merged, id)
  row['id'] = id
  refuseOutOfRows(scope, model, 'add', row)
  await runAfterWrite(scope, model, trx, { action: 'add', ids: [id], changed: new Set() })
  return savedAs(id, change)
}

/** The row after all hooks; what the rules decide is decided last. */
function finalRow(
  scope: Scope,
  model: TableModel,
  { given, overrides }: Change,
  checked: readonly CheckedLines[],
): Row {
  const values: Values = new Map([...given, ...overrides])
  const row = newRow(model, values, scope.actor?.id ?? null, nowSeconds())
  applyAllLineRules(scope, checked, row)
  const decided: Values = new Map()
  applyTableRules(scope, { model, record: row, old: null, lines: lineRecords(model, checked) }, decided)
  for (const [name, value] of decided) row[name] = value
  return row
}

function isMissing(model: TableModel, name: string, record: Values): boolean {
  return model.fields.some((field) => field.name === name && field.required) && (record.get(name) ?? null) === null
}

/**
 * Inserts the row and returns its id. Unless the row has a weight, its weight is its id, so that it comes last in the
 * order by weight.
 */
export async function insertRecord(model: TableModel, trx: Transaction, row: Row): Promise<number> {
  const { sort, table } = model
  const id = rowId(await trx.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow())
  if (sort !== null && row[sort] === undefined)
    await trx
      .updateTable(table)
      .set({ [sort]: id })
      .where('id', '=', id)
      .execute()
  return id
}

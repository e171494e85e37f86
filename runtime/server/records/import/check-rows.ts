/** Decides about one row: a new record, a change, nothing new, or why not. Nothing is written here. */
import {
  fieldOf,
  hasRules,
  isEditable,
  linesOf,
  type IndexModel,
  type StoredValue,
  type TreeModel,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { editStateError } from '../actions/state-guard.ts'
import { checkFrozen, type Frozen } from '../run-hooks.ts'
import { defaultsOf, type Problems, type Values } from '../body.ts'
import { isNeeded } from '../lines/body.ts'
import { lineRecords } from '../lines/rules.ts'
import { newRow } from '../new-row.ts'
import { isWithinRows, rowRules, rowsField } from '../policy/policy.ts'
import { duplicate } from '../field-problems.ts'
import { checkTargets, type FindTarget } from '../relations/relations.ts'
import { checkRules, applyTableRules, type AppliedCall } from '../policy/rules.ts'
import { checkSchema } from '../schema-check.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { OperationError } from '../../core/errors/operation-error.ts'
import type { CsvRecord } from './csv-reader.ts'
import { keepCurrent, readsAsWhole } from './identify.ts'
import type { ImportRow } from './import-row.ts'
import { faultsOf, type Fault, type Outcome } from './report.ts'
import type { ImportRun } from './run.ts'
import { tupleOf, type Overlay, type RecordState } from './record-state.ts'
import type { Targets } from './targets.ts'

/** The data that was read for the row's batch. */
export interface RowContext {
  readonly overlay: Overlay
  /** The records that the row may be about. */
  readonly statesOf: (row: ImportRow) => readonly RecordState[]
  readonly labels: Pick<Targets, 'find'>
  readonly storedOwner: (index: string, tuple: string) => number | undefined
  readonly findTarget: FindTarget
  readonly frozen: Frozen
}

/** Applies the row to the overlay when nothing speaks against it. */
export function checkRow(run: ImportRun, row: ImportRow, context: RowContext): Outcome {
  if (row.faults.length > 0) return { kind: 'refused', record: row.record, faults: row.faults }
  const states = context.statesOf(row)
  if (states.length > 1 && states.some(({ values }) => readsAsWhole(run, row, values, context.labels)))
    return { kind: 'unchanged' }
  const state = states[0] ?? null
  if (state && states.length === 1) keepCurrent(run, row, state.values, context.labels)
  if (row.problems.size > 0) return refusedOutcome(run, row, row.problems)
  if (states.length > 1) return { kind: 'refused', record: row.record, faults: [ambiguousKey(run, row)] }
  const isSame = [...row.values].every(([name, value]) => (state?.values.get(name) ?? null) === value)
  if (state && isSame && !row.prepared?.overrides.size) return { kind: 'unchanged' }
  const record = new Map([...(state ? state.values : defaultsOf(run.model)), ...row.values])
  const applied = applyRowRules(run, state, record)
  const changedFields = new Set(
    [...record.keys()].filter((name) => !state || record.get(name) !== (state.values.get(name) ?? null)),
  )
  if (state && changedFields.size === 0 && !row.prepared?.overrides.size) return { kind: 'unchanged' }
  if (state && !state.isNew && !isEditable(run.model, Object.fromEntries(state.values)))
    return { kind: 'refused', record: row.record, faults: [isLockedByState(run, state)] }
  const problems = problemsOf(run, row, { state, record, changedFields }, context)
  if (applied)
    checkRules(run.model, applied, state ? new Set([...changedFields, ...row.values.keys()]) : null, problems)
  checkRows(run, state, record, problems)
  if (problems.size > 0) return refusedOutcome(run, row, problems)
  const hookedRow = run.isHooked ? row : null
  if (!state) {
    context.overlay.create(record, hookedRow)
    return { kind: 'created' }
  }
  context.overlay.change(state, new Map([...changedFields].map((name) => [name, record.get(name) ?? null])), hookedRow)
  return { kind: 'updated', changes: [...changedFields] }
}

/** Writes the results of the rules into the record. */
function applyRowRules({ scope, model }: ImportRun, state: RecordState | null, record: Values): AppliedCall | null {
  if (!hasRules(model)) return null
  const call = state
    ? { record: Object.fromEntries(record), old: Object.fromEntries(state.values) }
    : {
        record: newRow(model, record, scope.actor?.id ?? null, nowSeconds()),
        old: null,
        lines: lineRecords(model, []),
      }
  // A value that is too large becomes a problem of the row, with the other rules.
  return applyTableRules(scope, { model, ...call }, record, new Map())
}

/** A row that the caller may not change, or that would move out of the caller's reach. */
function checkRows({ scope, model }: ImportRun, state: RecordState | null, record: Values, problems: Problems): void {
  const action = state ? 'edit' : 'add'
  if (rowRules(scope, model, action).length === 0) return
  const row = state ? Object.fromEntries(record) : newRow(model, record, scope.actor?.id ?? null, nowSeconds())
  const isWithin =
    (state === null || isWithinRows(scope, model, action, Object.fromEntries(state.values))) &&
    isWithinRows(scope, model, action, row)
  const field = isWithin ? null : rowsField(scope, model, action)
  if (field !== null && !problems.has(field)) problems.set(field, { rule: 'rows' })
}

function problemsOf(
  run: ImportRun,
  row: ImportRow,
  {
    state,
    record,
    changedFields,
  }: {
    readonly state: RecordState | null
    readonly record: Map<string, StoredValue>
    readonly changedFields: ReadonlySet<string>
  },
  context: RowContext,
): Problems {
  const { scope, model } = run
  const problems: Problems = new Map()
  const touched = new Set(state ? row.values.keys() : record.keys())
  if (state) checkFrozen(context.frozen, state.id, changedFields, problems)
  // A file has no lines.
  else for (const { name } of linesOf(model).filter(isNeeded)) problems.set(name, { rule: 'required' })
  for (const field of model.fields)
    if (field.required && touched.has(field.name) && (record.get(field.name) ?? null) === null)
      problems.set(field.name, { rule: 'required' })
  checkSchema(model, run.validate, record, touched, problems)
  checkTargets(scope, model, { record, changed: changedFields, problems }, context.findTarget)
  if (run.parents && model.tree && changedFields.has(model.tree.parent))
    checkTreeRow(model.tree, run.parents, state?.id ?? null, record.get(model.tree.parent) ?? null, problems)
  for (const index of model.indexes)
    if (index.unique && index.on.some((name) => changedFields.has(name)))
      checkUnique(run, index, { id: state?.id ?? null, record }, context, problems)
  return problems
}

function checkTreeRow(
  { parent: name, depth }: TreeModel,
  parents: ReadonlyMap<number, StoredValue>,
  id: number | null,
  parent: StoredValue,
  problems: Problems,
): void {
  const above: number[] = []
  for (
    let ancestor = parent;
    ancestor !== null && !above.includes(Number(ancestor));
    ancestor = parents.get(Number(ancestor)) ?? null
  )
    above.push(Number(ancestor))
  if (id !== null && above.includes(id)) problems.set(name, { rule: 'treeSelf' })
  else if (depth !== null && above.length + (id === null ? 1 : heightOf(parents, id)) > depth)
    problems.set(name, { rule: 'treeDepth', params: { limit: depth } })
}

function heightOf(parents: ReadonlyMap<number, StoredValue>, id: number): number {
  const children = [...parents].filter(([, parent]) => parent === id).map(([child]) => heightOf(parents, child))
  return 1 + Math.max(0, ...children)
}

function checkUnique(
  { model }: ImportRun,
  { name, on }: IndexModel,
  { id, record }: { readonly id: number | null; readonly record: ReadonlyMap<string, StoredValue> },
  context: RowContext,
  problems: Problems,
): void {
  const tuple = tupleOf(on, record)
  if (tuple === null) return
  const owner = context.overlay.ownerOf(name, on, tuple, context.storedOwner(name, tuple))
  if (owner === undefined || owner === id) return
  // An index is on at least one field.
  const field = on.at(-1)!
  if (!problems.has(field)) problems.set(field, duplicate(model, field, record))
}

function refusedOutcome(run: ImportRun, row: ImportRow, problems: Problems): Outcome {
  const cellOf = (name: string): string =>
    row.record.cells[run.columns.find((column) => column.field.name === name)?.at ?? -1] ?? ''
  return { kind: 'refused', record: row.record, faults: faultsOf(run.model, run.scope.language, problems, cellOf) }
}

function ambiguousKey({ scope, model, columns }: ImportRun, { record }: ImportRow): Fault {
  const value = columns
    .filter((column) => model.key.includes(column.field.name))
    .map((column) => record.cells[column.at] ?? '')
    .join(' / ')
  return {
    field: model.key.at(-1) ?? null,
    value,
    message: t(scope.language, 'import.key_ambiguous', { value }),
    reason: t(scope.language, 'import.key_ambiguous', { value: '…' }),
  }
}

/** A record that must not be edited in its state. */
function isLockedByState({ scope, model }: ImportRun, { values }: RecordState): Fault {
  const message = editStateError(scope, model, Object.fromEntries(values)).messageIn(scope.language)
  return { field: null, value: '', message, reason: message }
}

/** The outcome of a row the database itself refused. */
export function refusedByStore(
  run: ImportRun,
  row: ImportRow,
  kind: 'unique' | 'foreign',
  fields: readonly string[],
): Outcome {
  const name = fields.at(-1) ?? run.model.key.at(-1) ?? run.model.title
  return refusedOutcome(
    run,
    row,
    new Map([[name, kind === 'unique' ? duplicate(run.model, name, row.values) : { rule: 'relation' }]]),
  )
}

/** The outcome of a row that a hook refused. */
export const refusedByHook = (run: ImportRun, record: CsvRecord, error: OperationError): Outcome => ({
  kind: 'refused',
  record,
  faults: faultsOfRefusal(run, record, error),
})

/** The problems that a hook reports of a row, by field where it names some. */
export function faultsOfRefusal(
  { scope, model, columns }: ImportRun,
  record: CsvRecord,
  error: OperationError,
): readonly Fault[] {
  const errors = Object.entries(error.details.errors ?? {})
  if (errors.length === 0) {
    const message = error.messageIn(scope.language)
    return [{ field: null, value: '', message, reason: message }]
  }
  return errors.map(([field, text]) => {
    const label = fieldOf(model, field)?.label[scope.language]
    const message = label === undefined ? text : `${label}${t(scope.language, 'import.colon')}${text}`
    const cell = record.cells[columns.find((column) => column.field.name === field)?.at ?? -1] ?? ''
    return { field, value: cell.slice(0, 200), message, reason: message }
  })
}

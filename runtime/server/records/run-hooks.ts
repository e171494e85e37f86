/** Runs the hooks that modules add to the operations on a table. */
import { listTopic, recordTopic, type FieldProblem, type TableModel } from '../../protocol/index.ts'
import { tableEntry } from '../operation/audit/audit.ts'
import { changesOf, isComplete } from '../operation/audit/changes.ts'
import { lineChangesKey } from '../operation/audit/line-changes.ts'
import type { AuditEntry } from '../operation/audit/entry.ts'
import { hintTopic, wakeTopic } from '../db/topics.ts'
import type { Reading, Row, Transaction } from '../db/tables.ts'
import type { Change, CompletedWrite, ImportedRecord, LinesCall, Purpose } from '../operation/change.ts'
import { hooksOf, type Hooks, type Scope } from '../operation/scope.ts'
import { protectFiles } from './relations/private-files.ts'

/** What `add` and `edit` answer. */
export interface Saved {
  readonly id: number
  /** Sentences that hooks add about a write that was done; absent when there are none. */
  readonly warnings?: readonly string[]
  /** Of an edit: the entry of the log that `undo` takes back; absent when it cannot. */
  readonly undo?: number
}

export const savedAs = (id: number, { warnings }: Pick<Change, 'warnings'>): Saved =>
  warnings.length === 0 ? { id } : { id, warnings }

/** The change with the body that the hooks prepared. */
export async function prepareChange(scope: Scope, model: TableModel, change: Change): Promise<Change> {
  let prepared = change
  for (const hooks of hooksOf(scope, model)) {
    if (hooks.prepareBody) prepared = { ...prepared, body: await hooks.prepareBody(scope, model, prepared) }
  }
  return prepared
}

export async function runBeforeWrite(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  { action, ids = [], change }: { readonly action: string; readonly ids?: readonly number[]; readonly change?: Change },
): Promise<void> {
  for (const hooks of hooksOf(scope, model)) await hooks.beforeWrite?.(scope, trx, change, ids, action)
}

export async function runBeforeImport(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  records: readonly ImportedRecord[],
): Promise<void> {
  for (const hooks of hooksOf(scope, model)) await hooks.beforeImport?.(scope, trx, records)
}

export async function runBeforeCreate(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  change: Change,
): Promise<void> {
  for (const hooks of hooksOf(scope, model)) await hooks.beforeCreate?.(scope, trx, change)
}

export async function runBeforeUpdate(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  change: Change,
  current: Row,
): Promise<void> {
  for (const hooks of hooksOf(scope, model)) await hooks.beforeUpdate?.(scope, trx, change, current)
}

export async function runBeforeLines(scope: Scope, trx: Transaction, call: LinesCall): Promise<void> {
  for (const hooks of hooksOf(scope, call.model)) await hooks.beforeLines?.(scope, trx, call)
}

export async function runBeforeRemove(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  ids: readonly number[],
): Promise<void> {
  for (const hooks of hooksOf(scope, model)) await hooks.beforeRemove?.(scope, trx, ids)
}

/** Adds a problem for each changed field that may not change any more. */
export function checkFrozen(
  frozen: Frozen,
  id: number,
  changed: ReadonlySet<string>,
  problems: Map<string, FieldProblem>,
): void {
  for (const name of frozen.get(id) ?? [])
    if (changed.has(name) && !problems.has(name)) problems.set(name, { rule: 'frozen' })
}

/** Fields that may not change any more, by record. */
export type Frozen = ReadonlyMap<number, ReadonlySet<string>>

export async function readFrozenFields(
  scope: Scope,
  model: TableModel,
  query: Reading,
  ids: readonly number[],
): Promise<Frozen> {
  const frozen = new Map<number, Set<string>>()
  for (const hooks of hooksOf(scope, model)) {
    if (!hooks.frozenFields || ids.length === 0) continue
    for (const [id, names] of await hooks.frozenFields(scope, query, ids))
      frozen.set(id, new Set([...(frozen.get(id) ?? []), ...names]))
  }
  return frozen
}

/**
 * Runs after every write of the table's own operations, and writes its entry of the admin log.
 * @returns the entry from which the write can be undone; null where it does not keep all that an edit replaced
 */
export async function runAfterWrite(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  written: CompletedWrite & { readonly action: 'add' | 'edit' | 'del' | 'restore' | 'sortable' },
): Promise<number | null> {
  const replaced = replacedBy(model, written)
  const entry = await notifyWritten(
    scope,
    model,
    trx,
    written,
    tableEntry(
      model,
      written.action,
      replaced === null ? {} : { data: replaced },
      written.action === 'sortable' ? [] : written.ids,
    ),
  )
  return replaced?.complete === true ? entry : null
}

/**
 * What the log adds to what was sent: the values that an edit replaced. Without any it says so, because the body may
 * contain what looks like them.
 */
function replacedBy(
  model: TableModel,
  { edits: [edit] = [], changed }: CompletedWrite,
): { readonly complete: boolean; readonly [key: string]: unknown } | null {
  if (!edit) return null
  const { before, after, lines = {} } = edit
  const changes = changesOf(model, before, after)
  const columns = new Set([...changed].filter((name) => !lines[name]))
  const complete = isComplete(model, columns, changes)
  // Guard S16: what an edit replaced is never taken from the body.
  // Without: return Object.keys(changes).length > 0 ? { changes, complete } : null
  return { changes, [lineChangesKey]: lines, complete }
}

/**
 * The same for a write with an entry of its own: an action of a machine.
 * @returns the id of the entry, null where no log is kept
 */
export async function notifyWritten(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  written: CompletedWrite,
  entry: AuditEntry,
): Promise<number | null> {
  await runAfterWriteHooks(scope, model, trx, written)
  return (await scope.audit?.(trx, entry)) ?? null
}

/** The hooks alone, for writes that share an entry of the log. */
export async function runAfterWriteHooks(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  written: CompletedWrite,
): Promise<void> {
  if (written.action !== 'del') await protectFiles(model, trx, written.ids)
  hintWritten(model, written.ids)
  for (const hooks of hooksOf(scope, model)) await hooks.afterWrite?.(scope, trx, written)
}

/** Records of one write whose viewers are told of it; those of larger writes learn it from the list. */
const maxTold = 100

/** Tells open lists and forms after the commit that records were written. */
export function hintWritten({ id }: Pick<TableModel, 'id'>, ids: readonly number[]): void {
  hintTopic(listTopic(id))
  for (const record of ids.slice(0, maxTold)) wakeTopic(recordTopic(id, record))
}

/** Lets the hooks change the rows in place. */
export async function presentRows(
  scope: Scope,
  model: TableModel,
  rows: readonly Record<string, unknown>[],
  purpose: Purpose,
): Promise<void> {
  for (const hooks of hooksOf(scope, model)) await hooks.present?.(scope, rows, purpose)
}

/** True when hooks change rows before they are sent. */
export const hasPresentHook = (scope: Scope, model: TableModel): boolean =>
  hooksOf(scope, model).some((hooks) => hooks.present)

/** True when one of these hooks is there: what a table does not need must not cost it anything. */
export const hasHook = (scope: Scope, model: TableModel, ...names: readonly (keyof Hooks)[]): boolean =>
  hooksOf(scope, model).some((hooks) => names.some((name) => hooks[name]))

/** True when hooks check or change records before they are written. */
export const hasWriteHooks = (scope: Scope, model: TableModel): boolean =>
  hasHook(scope, model, 'prepareBody', 'beforeWrite', 'beforeImport', 'beforeCreate', 'beforeUpdate')

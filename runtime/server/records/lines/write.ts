/**
 * Stores lines with their owner, in its transaction: removed lines are deleted, new ones inserted, changed ones
 * updated.
 */
import { sql } from 'kysely'
import { isColumn, type StoredValue, type TableModel } from '../../../protocol/index.ts'
import { lineChangesOf, type LoggedLineChanges } from '../../operation/audit/line-changes.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { protectFiles } from '../relations/private-files.ts'
import { runBeforeLines } from '../run-hooks.ts'
import { newRow } from '../new-row.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Change, Line, LinesCall } from '../../operation/change.ts'
import type { Scope } from '../../operation/scope.ts'
import type { CheckedLines } from './check.ts'
import { lineTableOf, readLines } from './read.ts'

/** Rows per statement: far below the parameter limit of both engines. */
const batchSize = 200

/** Lets the hooks fill in server values before the owner is stored. */
export async function prepareLines(
  scope: Scope,
  trx: Transaction,
  call: Pick<LinesCall, 'model' | 'header' | 'change'>,
  all: readonly CheckedLines[],
): Promise<void> {
  for (const { field, whole, current } of all)
    await runBeforeLines(scope, trx, { ...call, field, lines: whole, current })
}

/** The change with its lines, for hooks and rules. */
export function withLines(change: Change, all: readonly CheckedLines[]): Change {
  return all.length === 0 ? change : { ...change, lines: new Map(all.map(({ field, whole }) => [field.name, whole])) }
}

/** True when storing them would change anything. */
export function hasLineChanges(lines: CheckedLines): boolean {
  return (
    lines.whole.length !== lines.current.length ||
    lines.whole.some((line, index) => line.id === null || changesOf(lines, line, index) !== null)
  )
}

/** Updates the stored lines of one field of one record to the given ones. */
export async function storeLines(scope: Scope, trx: Transaction, lines: CheckedLines, owner: number): Promise<void> {
  const keptIds = new Set(lines.whole.map(({ id }) => id))
  const removedIds = lines.current.map((row) => Number(row['id'])).filter((id) => !keptIds.has(id))
  const { table } = lines.table.model
  const now = nowSeconds()
  if (removedIds.length > 0) await trx.deleteFrom(table).where('id', 'in', removedIds).execute()
  const added = lines.whole.flatMap((line, index) =>
    line.id === null ? [newLine(scope, lines, line, { index, owner, now })] : [],
  )
  const changedRows = lines.whole.flatMap((line, index) =>
    line.id === null ? [] : changedRow(lines, line, index, now),
  )
  for (let start = 0; start < added.length; start += batchSize)
    await trx
      .insertInto(table)
      .values(added.slice(start, start + batchSize))
      .execute()
  if (lines.table.model.adopted) return updateAdopted(trx, lines)
  for (let start = 0; start < changedRows.length; start += batchSize)
    await replaceRows(trx, lines, changedRows.slice(start, start + batchSize))
  await protectFiles(lines.table.model, trx, [owner], lines.table.owner)
}

/**
 * What was changed in the lines of a record, for the log: lines that were added have their ids now.
 * @param written the fields whose lines were written, with the lines as they were
 */
export async function lineChangesIn(
  scope: Scope,
  model: TableModel,
  trx: Transaction,
  owner: number,
  written: readonly (readonly [field: string, before: readonly Row[]])[],
): Promise<LoggedLineChanges> {
  const changes: Record<string, LoggedLineChanges[string]> = {}
  if (!scope.audit) return changes
  for (const [field, before] of written) {
    const after = (await readLines(scope, model, trx, field, [owner])).get(owner) ?? []
    const noted = lineChangesOf(lineTableOf(scope.registry, model, field).model, before, after)
    if (noted === null || Object.keys(noted).length > 0) changes[field] = noted
  }
  return changes
}

/** An adopted table may have columns that no field knows, which replacing whole rows would empty. */
async function updateAdopted(trx: Transaction, lines: CheckedLines): Promise<void> {
  for (const [index, line] of lines.whole.entries()) {
    const changes = line.id === null ? null : changesOf(lines, line, index)
    const values = Object.entries(changes ?? {}).filter(([name]) => name !== 'line_no')
    if (line.id !== null && values.length > 0)
      await trx.updateTable(lines.table.model.table).set(Object.fromEntries(values)).where('id', '=', line.id).execute()
  }
}

function newLine(
  scope: Scope,
  { table }: CheckedLines,
  line: Line,
  { index, owner, now }: { readonly index: number; readonly owner: number; readonly now: number },
): Row {
  return newRow(
    table.model,
    new Map<string, StoredValue>([...line.values, [table.owner, owner], ['line_no', index + 1]]),
    scope.actor?.id ?? null,
    now,
  )
}

function storedLine(current: readonly Row[], { id }: Line): Row {
  const stored = current.find((row) => rowId(row) === id)
  if (!stored) throw new TypeError(`line ${id} is not stored`)
  return stored
}

/** The values that differ from the stored line; null when none do. */
function changesOf({ current }: CheckedLines, line: Line, index: number): Row | null {
  const row = storedLine(current, line)
  const values = [...line.values, ['line_no', index + 1] as const].filter(
    ([name, value]) => value !== (row[name] ?? null),
  )
  return values.length === 0 ? null : Object.fromEntries(values)
}

/** The whole row of a line that changed, or nothing. */
function changedRow(lines: CheckedLines, line: Line, index: number, now: number): readonly Row[] {
  const changes = changesOf(lines, line, index)
  if (changes === null) return []
  const { updated } = lines.table.model
  const row = storedLine(lines.current, line)
  return [{ ...row, ...changes, ...(updated && { [updated]: now }), version: Number(row['version']) + 1 }]
}

/** One statement for many existing rows. */
async function replaceRows(trx: Transaction, { table }: CheckedLines, rows: readonly Row[]): Promise<void> {
  const columns = table.model.fields
    .filter((field) => isColumn(field) && field.name !== 'id' && field.name !== table.owner)
    .map((field) => field.name)
  const excluded = Object.fromEntries(columns.map((name) => [name, sql<StoredValue>`excluded.${sql.id(name)}`]))
  await trx
    .insertInto(table.model.table)
    .values([...rows])
    .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded))
    .execute()
}

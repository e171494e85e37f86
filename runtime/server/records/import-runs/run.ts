/** The actions on a stored file: start its import, see how far it is, fetch the rows that were refused. */
import type { ImportState, TableModel } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { byteOrderMark, csvLine, safeCell } from '../../core/models/csv.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import { enqueueJob } from '../../operation/jobs/queue.ts'
import type { Scope } from '../../operation/scope.ts'
import { readHeader } from '../import/header.ts'
import { importTable } from '../history/import-changes.ts'
import { importFile } from './job.ts'
import type { PreviewInput } from './preview.ts'
import { headerOf, mapOf } from './run-rows.ts'
import { editCells, readRefusals, requireRun, runStates, runTable, system, type StoredRun } from './store.ts'

/** Throws an OperationError `invalid` when the columns do not fit the table. */
export async function startRun(
  scope: Scope,
  model: TableModel,
  run: StoredRun,
  input: PreviewInput,
): Promise<{ readonly run: number }> {
  const map = mapOf(input)
  const header = await headerOf(scope, run.id, input.headerLine)
  readHeader(
    scope,
    model,
    header.map((_title, index) => `#${index + 1}`),
    map,
  )
  if (input.edits.length > 0) await editCells(scope, run.id, input.edits)
  await scope.database.write(async (trx) => {
    await enqueueJob(trx, importFile, { run: run.id })
    const { numUpdatedRows } = await (trx as SystemTransaction)
      .updateTable(runTable)
      .set({
        state: runStates.running,
        header_line: input.headerLine,
        header: JSON.stringify(header),
        columns: JSON.stringify(input.columns),
        blank: input.blank,
        language: scope.language,
      })
      .where('id', '=', run.id)
      .where('state', '=', runStates.draft)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new OperationError('bad_state', { text: 'import.started' })
  })
  return { run: run.id }
}

/** Runs of the caller that the answer lists. */
const maxListed = 10

/** The run, or the last ones of the caller in this table that were started, the newest first. */
export async function statesOf(scope: Scope, model: TableModel, id: number | null): Promise<readonly ImportState[]> {
  const runs =
    id === null
      ? await system(scope)
          .query.selectFrom(runTable)
          .selectAll()
          .where('admin_id', '=', scope.actor?.id ?? 0)
          .where('entity', '=', model.id)
          .where('state', '<>', runStates.draft)
          .orderBy('id', 'desc')
          .limit(maxListed)
          .execute()
      : [await requireRun(scope, model.id, id)]
  const states: ImportState[] = []
  for (const run of runs) states.push(await stateOf(scope, run))
  return states
}

async function stateOf(scope: Scope, run: StoredRun): Promise<ImportState> {
  const [created, updated, unchanged, refused] = [
    run.created ?? 0,
    run.updated ?? 0,
    run.unchanged ?? 0,
    run.refused ?? 0,
  ]
  const state = run.state === runStates.done ? 'done' : run.state === runStates.failed ? 'failed' : 'running'
  return {
    run: run.id,
    name: run.name,
    state,
    count: Math.max((run.row_count ?? 1) - 1, created + updated + unchanged + refused),
    created,
    updated,
    unchanged,
    refused,
    error: run.error ?? '',
    entry: run.log_id,
    ids: state === 'running' || run.log_id === null ? [] : await changedIds(scope, run.log_id),
  }
}

/** Records that a link to the list can name. */
const maxIds = 200

async function changedIds({ database }: Scope, log: number): Promise<readonly number[]> {
  const rows = await database.query
    .selectFrom(importTable)
    .select('record_id')
    .distinct()
    .where('log_id', '=', log)
    .where('undo_time', 'is', null)
    .orderBy('record_id')
    .limit(maxIds)
    .execute()
  return rows.map((row) => Number(row['record_id']))
}

/** The refused rows as they were, with the reason behind each. The file can be corrected and imported again. */
export async function* errorFile(scope: Scope, run: StoredRun): AsyncGenerator<string, void> {
  const header = JSON.parse(run.header ?? '[]') as readonly string[]
  const line = (cells: readonly string[]): string => csvLine(cells.map((cell) => safeCell(cell, /^-?\d/.test(cell))))
  yield byteOrderMark + line([...header, t(scope.language, 'import.reason')])
  for await (const { cells, faults } of readRefusals(scope, run.id)) {
    const own = header.map((_title, index) => cells[index] ?? '')
    yield line([...own, faults.map(({ message }) => message).join('; ')])
  }
}

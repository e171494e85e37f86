/** Writes the records of a checked batch together. */
import { sql } from 'kysely'
import { privateFileFields } from '../../../protocol/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import { rowId, type Transaction } from '../../db/index.ts'
import { newRow } from '../new-row.ts'
import { recordChanges, type RecordedChange } from '../recovery/write-log.ts'
import { hasHook, hintWritten, runAfterWriteHooks } from '../run-hooks.ts'
import type { Imported } from '../history/import-changes.ts'
import type { CheckedBatch } from './batch.ts'
import { insertRecords } from './insert.ts'
import { pendingRecords, type PendingRecord } from './pending-records.ts'
import { applyRowHooks, type RecordWrite } from './row-hooks.ts'
import type { ImportRun } from './run.ts'

/** Writes the checked rows, which `checkBatch` has locked with what they refer to. */
export async function writeBatch(run: ImportRun, trx: Transaction, { overlay }: CheckedBatch): Promise<Imported> {
  const { scope, model } = run
  const records = await pendingRecords(run, trx, overlay.states.values())
  const writes = run.isHooked ? await applyRowHooks(run, trx, records) : records.map((record) => writeOf(run, record))
  const changes = writes.flatMap(({ current, after }) => (current ? [{ before: current, after }] : []))
  for (const change of changes) await updateRecord(run, trx, change)
  if (!run.trial) await recordChanges(scope, model, trx, changes)
  const added = await insertRecords(
    run,
    trx,
    writes.filter(({ current }) => !current).map(({ after }) => after),
  )
  await runAfterWrites(run, trx, { changed: changes, added })
  return { changed: changes, added }
}

function writeOf({ scope, model }: ImportRun, { current, values, changed: changedFields }: PendingRecord): RecordWrite {
  const after = current
    ? Object.fromEntries([...values].filter(([name]) => changedFields.has(name)))
    : newRow(model, values, scope.actor?.id ?? null, nowSeconds())
  return { current, after }
}

async function runAfterWrites(
  { scope, model }: ImportRun,
  trx: Transaction,
  { changed: changes, added }: Imported,
): Promise<void> {
  if (!hasHook(scope, model, 'afterWrite') && privateFileFields(model).length === 0)
    return hintWritten(model, [...added, ...changes.map(({ before }) => rowId(before))])
  if (added.length > 0) await runAfterWriteHooks(scope, model, trx, { action: 'add', ids: added, changed: new Set() })
  if (changes.length > 0)
    await runAfterWriteHooks(scope, model, trx, {
      action: 'edit',
      ids: changes.map(({ before }) => rowId(before)),
      changed: new Set(changes.flatMap(({ after }) => Object.keys(after))),
      edits: changes,
    })
}

async function updateRecord({ model }: ImportRun, trx: Transaction, { before, after }: RecordedChange): Promise<void> {
  const times = model.updated ? { [model.updated]: nowSeconds() } : {}
  await trx
    .updateTable(model.table)
    .set({ ...after, ...times, version: sql<number>`version + 1` })
    .where('id', '=', rowId(before))
    .execute()
}

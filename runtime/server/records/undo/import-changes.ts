/** What imports did to single records, in the transaction that did it: for their histories, and to undo an import. */
import type { TableModel } from '../../../protocol/index.ts'
import { auditTable } from '../../audit/audit.ts'
import { changesOf } from '../../audit/changes.ts'
import { isSecret } from '../../audit/mask.ts'
import { nowSeconds } from '../../clock.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { insertMany } from '../../db/many.ts'
import { OperationError } from '../../errors/operation-error.ts'
import { lockRows } from '../../operation/lock-rows.ts'
import type { Scope } from '../../operation/scope.ts'
import type { RecordedChange } from '../recovery/record.ts'

export const importTable = 'import_change'

/** Values of one record that are longer than this are not kept; the import cannot be undone for it. */
const maxData = 100_000

export interface Imported {
  readonly changed: readonly RecordedChange[]
  /** In the order in which they were written. */
  readonly added: readonly number[]
}

/**
 * Call it with the entry of the log that the batch has left.
 * @param log id of the entry of the whole import
 */
export async function noteImported(
  { database, registry }: Scope,
  trx: Transaction,
  model: TableModel,
  log: number,
  { changed, added }: Imported,
): Promise<void> {
  const table = registry.byId(`system/${importTable}`)
  if (!table) return
  const last = await trx.selectFrom(auditTable).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const facts = {
    log_id: log,
    after_id: last ? rowId(last) : log,
    entity: model.id,
    create_time: nowSeconds(),
    version: 1,
  }
  const rows = [
    ...changed.map(({ before, after }) => ({
      ...facts,
      record_id: rowId(before),
      action: 'edit',
      data: replacedBy(model, before, after),
    })),
    ...added.map((id) => ({ ...facts, record_id: id, action: 'add', data: null })),
  ]
  if (rows.length > 0) await insertMany(database, trx, table, rows)
}

/** As the log notes an edit; long texts are kept whole here. */
function replacedBy(model: TableModel, before: Row, after: Row): string {
  const all = changesOf(model, before, after)
  const changes = Object.fromEntries(Object.entries(all).filter(([name]) => !isSecret(name)))
  const isWhole = Object.keys(after).every((name) => {
    const field = model.fields.find((one) => one.name === name)
    return name in changes || (field !== undefined && !field.private && !isSecret(name))
  })
  const text = JSON.stringify({ changes, complete: isWhole })
  return text.length <= maxData ? text : JSON.stringify({ complete: false })
}

/** Call it last in the transaction that undoes them: what writes only append to is locked after all else. */
export async function markUndone(scope: Scope, trx: Transaction, parts: readonly number[]): Promise<void> {
  await lockRows(scope, trx, `system/${importTable}`, parts, 'write')
  const { numUpdatedRows } = await trx
    .updateTable(importTable)
    .set({ undo_time: nowSeconds() })
    .where('id', 'in', [...parts])
    .where('undo_time', 'is', null)
    .executeTakeFirstOrThrow()
  // Somebody else undoes the same import: what this transaction wrote is taken back.
  if (Number(numUpdatedRows) !== parts.length) throw new OperationError('bad_state', { text: 'problem.undo_done' })
}

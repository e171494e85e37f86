/** What imports did to single records, in the transaction that did it: for their histories, and to undo an import. */
import { kinds, memoizeByObject, type FieldModel, type TableModel, type WireValue } from '../../../protocol/index.ts'
import { auditTable } from '../../operation/audit/audit.ts'
import { isLogged } from '../../operation/audit/changes.ts'
import { isSecret } from '../../operation/audit/mask.ts'
import { nowSeconds } from '../../core/clock.ts'
import { rowId, type Row, type Transaction } from '../../db/index.ts'
import { appendMany } from '../../db/bulk-rows.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { lockRows } from '../../operation/lock-rows.ts'
import type { Scope } from '../../operation/scope.ts'
import type { RecordedChange } from '../recovery/write-log.ts'

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
  model: TableModel,
  trx: Transaction,
  log: number,
  { changed: changes, added }: Imported,
): Promise<void> {
  const table = registry.byId(`system/${importTable}`)
  if (!table) return
  const last = await trx.selectFrom(auditTable).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const shared = {
    log_id: log,
    after_id: last ? rowId(last) : log,
    entity: model.id,
    create_time: nowSeconds(),
    version: 1,
  }
  const note = (action: 'add' | 'edit', rows: readonly Row[]): Promise<void> =>
    appendMany(
      database,
      table,
      trx,
      rows.map((row) => ({ ...shared, action, ...row })),
    )
  await note(
    'edit',
    changes.map(({ before, after }) => ({ record_id: rowId(before), data: replacedBy(model, before, after) })),
  )
  await note(
    'add',
    added.map((id) => ({ record_id: id })),
  )
}

/** The fields of a table whose values are kept here, and those that an undoing can do without. */
const notedFields = memoizeByObject(({ fields }: TableModel) => {
  const ownFields = fields.filter((field) => !isSecret(field.name))
  return {
    kept: ownFields.filter(isLogged),
    known: new Set(ownFields.filter((field) => isLogged(field) || !field.private).map(({ name }) => name)),
  }
})

/** As the log notes an edit; long texts are kept whole here. */
function replacedBy(model: TableModel, before: Row, after: Row): string {
  const { kept: fields, known: names } = notedFields(model)
  const changes: Record<string, readonly [before: WireValue, after: WireValue]> = {}
  for (const field of fields)
    if (field.name in after) changes[field.name] = [wireOf(field, before), wireOf(field, after)]
  const text = JSON.stringify({ changes, complete: Object.keys(after).every((name) => names.has(name)) })
  return text.length <= maxData ? text : JSON.stringify({ complete: false })
}

const wireOf = (field: FieldModel, row: Row): WireValue => kinds[field.kind].toWire(row[field.name] ?? null, field)

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

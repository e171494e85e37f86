/** The operation behind `edit` by GET, and `view`: one record with its lines as the wire sends it. */
import type { TableModel } from '../../protocol/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { presentRows } from './run-hooks.ts'
import { refuseInaccessible } from './accessible.ts'
import { addLines } from './lines/wire.ts'
import { addFileInfo } from './relations/files.ts'
import { addNames } from './relations/names.ts'
import { idOf } from './read-id.ts'
import { viewOf } from './policy/policy.ts'
import { rowsByIds } from './query/page.ts'
import { readRowsByKey } from './query/run.ts'
import { encodeRow, type WireRow } from '../core/models/row-shape.ts'
import type { Scope } from '../operation/scope.ts'
import { rowShape } from '../core/models/table-shapes.ts'

/**
 * Throws an OperationError `not_found` when there is no such record, or it was deleted, or the id is none.
 * @param as whose fields are read: those of `edit`, or those of `index` for who may only look
 */
export async function read(
  scope: Scope,
  model: TableModel,
  id: unknown,
  as: 'edit' | 'index' = 'edit',
): Promise<{ readonly row: WireRow }> {
  const number = idOf(id)
  if (number !== null) await refuseInaccessible(scope, model, [number])
  const row = number === null ? null : await readRow(scope, model, number, as)
  if (!row) throw new OperationError('not_found')
  return { row }
}

/** The committed record with its labels, or null. */
export async function readRow(
  scope: Scope,
  table: TableModel,
  id: number,
  as: 'edit' | 'index' = 'edit',
): Promise<WireRow | null> {
  const model = viewOf(scope, table, as)
  const shape = rowShape(model, scope.registry)
  const [row] = await readRowsByKey(scope, rowsByIds(scope.database, model, shape, [id]))
  if (!row) return null
  const wire = encodeRow(shape, row)
  await addNames(scope, model, [wire])
  await addFileInfo(scope, model, [wire])
  await addLines(scope, model, wire)
  await presentRows(scope, model, [wire], as)
  return wire
}

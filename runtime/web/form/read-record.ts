/** Reads the record of a form through the route that the permissions allow. */
import type { TableModel } from '../../protocol/index.ts'
import { getData } from '../core/api/client.ts'
import { tableApi } from '../core/api/table.ts'
import type { WireRow } from '../fields/input-props.ts'
import { can } from '../core/auth/permissions.ts'

/**
 * True when the admin may change records of the table. Only tables with states can be opened without that permission.
 */
export const canEdit = (model: TableModel): boolean => !model.machine || can(model.page, 'edit')

/** One record with its lines. Rejects with an `ApiError`; no toast is shown. */
export async function readRecord(model: TableModel, id: number): Promise<WireRow> {
  if (canEdit(model)) return tableApi(model).read(id, { quiet: true })
  return (await getData<{ row: WireRow }>(`/admin/${model.controller}/view`, `id=${id}`, { quiet: true })).row
}

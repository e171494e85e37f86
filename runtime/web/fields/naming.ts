/** Names of records and pages. */
import { isEmpty, type TableModel } from '../../protocol/index.ts'
import type { WireRow } from './input.ts'

/** The record's title, or `#id` when it has none. */
export function recordName(model: TableModel, row: WireRow): string {
  const title = row[model.title]
  return isEmpty(title) ? `#${String(row['id'])}` : String(title)
}

/** Page of a table by its id: `wms/warehouse_area` → `wms/warehouseArea`. */
export function pageOf(table: string): string {
  return table.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

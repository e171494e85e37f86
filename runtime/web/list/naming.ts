/** What a record is called. */
import { isEmpty, type TableModel } from '../../protocol/index.ts'
import type { Row } from '../api/table.ts'

/** The record's title, or `#id` when it has none. */
export function recordName(model: TableModel, row: Row): string {
  const title = row[model.title]
  return isEmpty(title) ? `#${row.id}` : String(title)
}

/** Page of a table by its id: `wms/warehouse_area` → `wms/warehouseArea`. */
export function pageOf(table: string): string {
  return table.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

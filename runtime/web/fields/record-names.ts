/** Names of records and pages. */
import {
  fullTitleName,
  isEmpty,
  usualPage,
  writeListQuery,
  type ListQuery,
  type RelationModel,
  type TableModel,
} from '../../protocol/index.ts'
import type { WireRow } from './input-props.ts'

/** All that identifies the record, else its title, or `#id` when it has none. */
export function recordName(model: TableModel, row: WireRow): string {
  const title = row[fullTitleName] ?? row[model.title]
  return isEmpty(title) ? `#${String(row['id'])}` : String(title)
}

/**
 * What people know a referenced record by: all that identifies it, else its label; empty where it may not be seen.
 * @param target the nested object of a row, or an option
 */
export function referenceText(relation: RelationModel, target: Readonly<Record<string, unknown>>): string {
  const text = target[fullTitleName] ?? target[relation.show]
  return isEmpty(text) ? '' : String(text)
}

/** What stands before the label in all that identifies a referenced record; empty where the label alone does. */
export function referenceContext(relation: RelationModel, target: Readonly<Record<string, unknown>>): string {
  const [full, label] = [referenceText(relation, target), String(target[relation.show] ?? '')]
  return full !== label && full.endsWith(label) ? full.slice(0, -label.length).replace(/[\s/]+$/u, '') : ''
}

/** Page of a table by its id: `wms/warehouse_area` → `wms/warehouseArea`. */
export const pageOf = usualPage

/** The address of the list of a table (by its id), narrowed by a query: for links. */
export function listAddress(table: string, query: Partial<ListQuery>): string {
  return `#/admin/${pageOf(table)}?${writeListQuery(query)}`
}

/** The table model behind the grid: columns of fields and unfolded rows. Paging and sorting are the server's; what is chosen outlives a page (choice.ts). */
import {
  columnVisibilityFeature,
  createExpandedRowModel,
  rowExpandingFeature,
  tableFeatures,
  useTable,
  type Cell,
  type ColumnDef,
  type Row as GridRowOf,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { FieldModel } from '../../../protocol/index.ts'
import type { Row } from '../../api/table.ts'
import { columnWidth, offeredColumns } from '../columns/columns.ts'
import type { ListScreen } from '../context/use-list.ts'
import { childrenOf } from '../tree/tree.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
  columnMeta: {} as ColumnInfo,
})

/** What a column knows beside its value. */
export interface ColumnInfo {
  readonly field: FieldModel
  readonly width: number
}

type Features = typeof features
export type GridRow = GridRowOf<Features, Row>
export type GridCell = Cell<Features, Row>

/** The table, new whenever rows, columns or unfolding change. */
export function useGridTable({ model, loaded, columns: shown, unfolding, site: { language } }: ListScreen) {
  const columns = useMemo(
    () =>
      offeredColumns(model).map((field): ColumnDef<Features, Row> => ({
        id: field.name,
        accessorFn: (row) => row[field.name],
        meta: { field, width: columnWidth(field, language) },
      })),
    [model, language],
  )
  const visibility = useMemo(
    () => Object.fromEntries(offeredColumns(model).map((field) => [field.name, shown.includes(field.name)])),
    [model, shown],
  )
  return useTable<Features, Row>({
    features,
    columns,
    data: loaded.rows,
    getRowId: (row) => String(row.id),
    getSubRows: (row) => childrenOf(row),
    autoResetExpanded: false,
    state: { columnVisibility: visibility, expanded: unfolding.open },
    onExpandedChange: (next) => unfolding.set(typeof next === 'function' ? next(unfolding.open) : next),
  })
}

export type GridTable = ReturnType<typeof useGridTable>

/** The fields shown now, in their order. */
export function shownFields(table: GridTable): readonly ColumnInfo[] {
  return table
    .getVisibleLeafColumns()
    .map((column) => column.columnDef.meta)
    .filter((meta) => meta !== undefined)
}

/** The table model behind the grid: columns of fields, chosen and unfolded rows. Paging and sorting are the server's. */
import {
  columnVisibilityFeature, createExpandedRowModel, rowExpandingFeature, rowSelectionFeature, tableFeatures, useTable, type Cell, type ColumnDef, type Row as GridRowOf,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { FieldModel } from '../../../protocol/index.ts'
import type { Row } from '../../api/table.ts'
import { columnWidth, offeredColumns } from '../columns.ts'
import type { ListScreen } from '../screen.ts'
import { childrenOf } from '../tree.ts'

const features = tableFeatures({
  columnVisibilityFeature, rowSelectionFeature, rowExpandingFeature,
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

/** The table, new whenever rows, columns, choice or unfolding change. */
export function useGridTable({ model, loaded, columns: shown, choice, unfolding, site: { language } }: ListScreen) {
  const columns = useMemo(() => offeredColumns(model).map((field): ColumnDef<Features, Row> => ({
    id: field.name, accessorFn: (row) => row[field.name], meta: { field, width: columnWidth(field, language) },
  })), [model, language])
  const visibility = useMemo(() => Object.fromEntries(offeredColumns(model).map((field) => [field.name, shown.includes(field.name)])), [model, shown])
  return useTable<Features, Row>({
    features, columns,
    data: loaded.rows,
    getRowId: (row) => String(row.id),
    getSubRows: (row) => childrenOf(row),
    enableSubRowSelection: false,
    autoResetExpanded: false,
    state: { columnVisibility: visibility, rowSelection: choice.chosen, expanded: unfolding.open },
    onRowSelectionChange: (next) => choice.set(typeof next === 'function' ? next(choice.chosen) : next),
    onExpandedChange: (next) => unfolding.set(typeof next === 'function' ? next(unfolding.open) : next),
  })
}

export type GridTable = ReturnType<typeof useGridTable>

/** The fields shown now, in their order. */
export function shownFields(table: GridTable): readonly ColumnInfo[] {
  return table.getVisibleLeafColumns().map((column) => column.columnDef.meta).filter((meta) => meta !== undefined)
}

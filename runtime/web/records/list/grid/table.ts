/**
 * The table behind the grid, with TanStack's features for columns (order, size, pinning, visibility), selection,
 * sorting and
 * expansion. Their states are controlled: columns by the model and the person's preferences, sorting by the address.
 * Paging and sorting are the server's.
 */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createExpandedRowModel,
  functionalUpdate,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Cell,
  type Column,
  type ColumnDef,
  type ColumnSizingState,
  type ColumnVisibilityState,
  type Header,
  type Row as GridRowOf,
} from '@tanstack/react-table'
import { useCallback, useMemo } from 'react'
import type { FieldModel, Language, TableModel } from '../../../../protocol/index.ts'
import type { Row } from '../../../core/api/table.ts'
import { fieldRenderers } from '../../../fields/field-renderers.ts'
import {
  actionsWidth,
  columnWidth,
  hasActions,
  hasSelection,
  orderWidth,
  selectWidth,
  offeredColumns,
  orderedColumns,
  shownColumns,
  stackedStates,
} from '../columns/columns.ts'
import { maxColumnWidth, minColumnWidth } from '../columns/preferences.ts'
import type { ListActions, ListData } from '../context/contexts.ts'
import { useExpansion } from '../expansion.ts'
import { childrenOf } from '../tree.ts'
import type { Selection } from './selection.ts'
import { orderOf, sortingOf } from './sorting.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  expandedRowModel: createExpandedRowModel(),
  columnMeta: {} as ColumnMeta,
})

/** What a column of a field knows in addition to its value. */
interface ColumnMeta {
  readonly field: FieldModel
  /** States that have no column of their own, shown below the value. */
  readonly below: readonly FieldModel[]
}

type Features = typeof features
export type GridRow = GridRowOf<Features, Row>
export type GridCell = Cell<Features, Row>
export type GridColumn = Column<Features, Row>
export type GridHeader = Header<Features, Row>

/** Columns that show no field: the boxes that select, the controls that move a record, what can be done with it. */
export const selectColumn = '$select'
export const orderColumn = '$order'
export const actionsColumn = '$actions'

/** The table, new whenever rows, columns, selection or expansion change. */
export function useListTable(data: ListData, actions: ListActions, availableWidth: number, selection: Selection) {
  const { model, loaded, state, preferences, locale, reordering } = data
  const { narrow, setPreferences } = actions
  const fields = useMemo(() => offeredColumns(model), [model])
  const names = useMemo(() => new Set(fields.map(({ name }) => name)), [fields])
  const columnsWidth = availableWidth > 0 && reordering.isOn ? Math.max(1, availableWidth - orderWidth) : availableWidth
  const visibleFields = useMemo(
    () => shownColumns(model, preferences, locale.language, columnsWidth),
    [model, preferences, locale.language, columnsWidth],
  )
  const columns = useMemo(() => {
    const below = (field: FieldModel) => stackedStates(model, field, visibleFields, preferences.columns)
    return columnDefs(model, locale.language, availableWidth, below)
  }, [model, locale.language, availableWidth, visibleFields, preferences.columns])
  const columnVisibility = useMemo<ColumnVisibilityState>(
    () => ({
      ...Object.fromEntries(fields.map((field) => [field.name, visibleFields.includes(field)])),
      [selectColumn]: hasSelection(model),
      [orderColumn]: reordering.isOn,
      [actionsColumn]: hasActions(model),
    }),
    [fields, visibleFields, reordering.isOn, model],
  )
  const columnOrder = useMemo(
    () => [selectColumn, orderColumn, ...orderedColumns(fields, preferences.order), actionsColumn],
    [fields, preferences.order],
  )
  // The first column stays in sight, but not together with the controls that move records: both would leave no space.
  const columnPinning = useMemo(
    () => ({
      start: reordering.isOn ? [selectColumn] : [selectColumn, ...visibleFields.slice(0, 1).map(({ name }) => name)],
      end: [actionsColumn],
    }),
    [reordering.isOn, visibleFields],
  )
  const sorting = useMemo(() => sortingOf(state.order, fields), [state.order, fields])
  const expansion = useExpansion(loaded.rows, state)
  return useTable<Features, Row>({
    features,
    columns,
    data: loaded.rows,
    getRowId: useCallback((row: Row) => String(row.id), []),
    getSubRows: childrenOf,
    autoResetExpanded: false,
    enableRowSelection: hasSelection(model),
    enableSubRowSelection: false,
    enableMultiSort: false,
    enableSorting: !reordering.isOn,
    manualSorting: true,
    sortDescFirst: false,
    state: {
      columnOrder,
      columnPinning,
      columnSizing: preferences.widths,
      columnVisibility,
      expanded: expansion.state,
      rowSelection: selection.state,
      sorting,
    },
    onColumnOrderChange: (change) =>
      setPreferences({ order: functionalUpdate(change, columnOrder).filter((id) => names.has(id)) }),
    onColumnSizingChange: (change) =>
      setPreferences({ widths: withinLimits(functionalUpdate(change, preferences.widths)) }),
    onColumnVisibilityChange: (change) => {
      const next = Object.entries(functionalUpdate(change, columnVisibility))
      const toggled = next.filter(([id, isShown]) => names.has(id) && isShown !== columnVisibility[id])
      setPreferences({ columns: { ...preferences.columns, ...Object.fromEntries(toggled) } })
    },
    onExpandedChange: (change) => expansion.setState(functionalUpdate(change, expansion.state)),
    onRowSelectionChange: selection.setState,
    onSortingChange: (change) => narrow({ order: orderOf(functionalUpdate(change, sorting), fields) }),
  })
}

export type ListTable = ReturnType<typeof useListTable>

function columnDefs(
  model: TableModel,
  language: Language,
  availableWidth: number,
  below: (field: FieldModel) => readonly FieldModel[],
): ColumnDef<Features, Row>[] {
  return [
    { id: selectColumn, size: selectWidth },
    { id: orderColumn, size: orderWidth },
    ...offeredColumns(model).map((field): ColumnDef<Features, Row> => ({
      id: field.name,
      accessorFn: (row) => row[field.name],
      size: columnWidth(model, field, language),
      enableSorting: field.column?.sort ?? fieldRenderers[field.kind].sortable,
      meta: { field, below: below(field) },
    })),
    { id: actionsColumn, size: actionsWidth(model, language, availableWidth) },
  ]
}

const withinLimits = (widths: ColumnSizingState): ColumnSizingState =>
  Object.fromEntries(
    Object.entries(widths).map(([name, width]) => [
      name,
      Math.round(Math.min(Math.max(width, minColumnWidth), maxColumnWidth)),
    ]),
  )

/** The fields shown now, in their order. */
export function shownFields(table: ListTable): readonly FieldModel[] {
  return table
    .getVisibleLeafColumns()
    .map((column) => column.columnDef.meta?.field)
    .filter((field) => field !== undefined)
}

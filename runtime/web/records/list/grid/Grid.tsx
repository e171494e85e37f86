import { Classes } from '@blueprintjs/core'
import { useCallback, useMemo, type FocusEvent, type KeyboardEvent } from 'react'
import { hasStates } from '../../../../protocol/index.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { useLatest } from '../../../core/react/use-latest.ts'
import { isNarrowWidth } from '../columns/available-width.ts'
import { columnWidths, elasticColumn, orderWidth, tableWidth } from '../columns/columns.ts'
import { useListActions, useListData, useListLayout } from '../context/contexts.ts'
import { useListTable } from '../context/table.ts'
import type { SortableBodyProps } from '../order/SortableBody.tsx'
import { canOpen } from '../permissions.ts'
import { isNarrowed } from '../query/list-state.ts'
import { useT } from '../texts/index.ts'
import { BodyRow } from './BodyRow.tsx'
import { CardsHead } from './CardsHead.tsx'
import { Empty } from './Empty.tsx'
import { HeaderRow } from './HeaderRow.tsx'
import { pressOnRow, useActiveRow } from './keys.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { actionsColumn, orderColumn, selectColumn, shownFields, type GridRow } from './table.ts'
import type { RequestDelete } from '../remove/focus.ts'

const SortableBody = lazyComponent(async () => (await import('../order/SortableBody.tsx')).SortableBody, PlainBody)

export interface GridProps {
  /** Asks to delete these records. */
  readonly onDelete: RequestDelete
}

/**
 * The rows as a real table; trees as a tree grid, because only there a row may say its level and whether it is open.
 */
export function Grid({ onDelete }: GridProps) {
  const { model, loaded, state, reordering, locale, preferences } = useListData()
  const { availableWidth } = useListLayout()
  const areCards = isNarrowWidth(availableWidth)
  const t = useT()
  const label = useLabel()
  const fields = shownFields(useListTable())
  const minWidth =
    tableWidth(model, fields, locale.language, availableWidth, preferences.widths) + (reordering.isOn ? orderWidth : 0)
  // Where every column has a chosen width, none takes what is left, and the table is as wide as they are.
  const width = elasticColumn(model, fields, preferences.widths) ? undefined : minWidth
  return (
    <div className="list-scroller" data-reordering={reordering.isOn || undefined}>
      <table
        className={`list-table ${Classes.HTML_TABLE}`}
        role={model.tree ? 'treegrid' : undefined}
        aria-busy={loaded.isBusy}
        data-states={hasStates(model) ? '' : undefined}
        data-cards={areCards || undefined}
        style={areCards ? undefined : { minWidth, width }}
      >
        <caption className="tw-visually-hidden">{t('caption', { table: label(model.label) })}</caption>
        <Columns />
        <thead>{areCards ? <CardsHead /> : <HeaderRow />}</thead>
        <Body onDelete={onDelete} />
      </table>
      {loaded.isLoaded && loaded.rows.length === 0 && loaded.problem === null && (
        <Empty isNarrowed={isNarrowed(state)} />
      )}
    </div>
  )
}

function Body({ onDelete }: GridProps) {
  const { model, loaded, reordering, permissions } = useListData()
  const { openForm } = useListActions()
  const table = useListTable()
  const active = useActiveRow(table)
  const latest = useLatest({ table, active, openForm, mayOpen: canOpen(model, permissions) })
  const onRowFocus = useCallback(
    ({ currentTarget }: FocusEvent<HTMLTableRowElement>) =>
      latest.current.active.set(currentTarget.dataset['id'] ?? ''),
    [latest],
  )
  const onRowKeyDown = useCallback(
    (event: KeyboardEvent<HTMLTableRowElement>) => {
      const row = latest.current.table.getRow(event.currentTarget.dataset['id'] ?? '')
      pressOnRow(event, row, latest.current.mayOpen ? latest.current.openForm : null)
    },
    [latest],
  )
  const { columnOrder, columnVisibility, columnPinning } = table.state
  const layout = useMemo(
    () => ({ columnOrder, columnVisibility, columnPinning }),
    [columnOrder, columnVisibility, columnPinning],
  )
  const rowProps = (row: GridRow) => ({
    row,
    layout,
    isSelected: row.getIsSelected(),
    isExpanded: row.getIsExpanded(),
    isTabStop: row.id === active.id,
    onRowFocus,
    onRowKeyDown,
    onDelete,
  })
  if (!loaded.isLoaded) return <tbody>{loaded.problem === null && <SkeletonRows />}</tbody>
  const Body = reordering.isOn ? SortableBody : PlainBody
  return <Body rows={table.getRowModel().rows} rowProps={rowProps} />
}

function PlainBody({ rows, rowProps }: SortableBodyProps) {
  return (
    <tbody>
      {rows.map((row) => (
        <BodyRow key={row.id} {...rowProps(row)} />
      ))}
    </tbody>
  )
}

/** Widths of the columns; one of them takes what is left. */
function Columns() {
  const { model, preferences, locale, reordering } = useListData()
  const { availableWidth } = useListLayout()
  const table = useListTable()
  const fields = shownFields(table)
  const elastic = elasticColumn(model, fields, preferences.widths)?.name
  const reservedWidth = reordering.isOn ? orderWidth : 0
  const sizes = columnWidths(model, fields, locale.language, availableWidth - reservedWidth, preferences.widths)
  return (
    <colgroup>
      {table.getVisibleLeafColumns().map((column) => {
        // The actions of a table without states take what their buttons need, which the style sheet knows.
        const isFree = column.id === elastic || (column.id === actionsColumn && !hasStates(model))
        return (
          <col
            key={column.id}
            className={columnClasses[column.id]}
            style={isFree ? undefined : { width: sizes.get(column.id) ?? column.getSize() }}
          />
        )
      })}
    </colgroup>
  )
}

const columnClasses: Readonly<Record<string, string>> = {
  [selectColumn]: 'list-col-choose',
  [orderColumn]: 'list-col-order',
  [actionsColumn]: 'list-col-actions',
}

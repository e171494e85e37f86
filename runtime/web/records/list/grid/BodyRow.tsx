import { Checkbox } from '@blueprintjs/core'
import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import type { ColumnOrderState, ColumnPinningState, ColumnVisibilityState } from '@tanstack/react-table'
import {
  memo,
  useMemo,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { isEditable, type FieldModel, type TableModel } from '../../../../protocol/index.ts'
import type { Row } from '../../../core/api/table.ts'
import { cellOf } from '../../../fields/cell-of.ts'
import { FieldCell } from '../../../fields/FieldCell.tsx'
import { fieldRenderers } from '../../../fields/field-renderers.ts'
import { recordName } from '../../../fields/record-names.ts'
import { recordAddress, RecordLink } from '../../../fields/RecordLink.tsx'
import type { CellProps } from '../../../fields/renderer.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { cardTitle, isWideInCard } from '../columns/columns.ts'
import { RuleLockedCell } from '../actions/lazy.tsx'
import { canOpen } from '../permissions.ts'
import { useT } from '../texts/index.ts'
import { pinnedStyle } from './pinned.ts'
import { RowActions } from './RowActions.tsx'
import { actionsColumn, orderColumn, selectColumn, type GridCell, type GridRow } from './table.ts'
import type { RequestDelete } from '../remove/focus.ts'

/** The state of the columns, so that a row is rendered again when they change. */
interface ColumnLayout {
  readonly columnOrder: ColumnOrderState
  readonly columnPinning: ColumnPinningState
  readonly columnVisibility: ColumnVisibilityState
}

/** What the grid gives to a row. Selecting one must not render the others again, so nothing here changes with it. */
export interface RowProps {
  readonly row: GridRow
  readonly layout: ColumnLayout
  readonly isSelected: boolean
  readonly isExpanded: boolean
  /** The Tab key leads to this row. */
  readonly isTabStop: boolean
  readonly onRowFocus: (event: FocusEvent<HTMLTableRowElement>) => void
  readonly onRowKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void
  readonly onDelete: RequestDelete
}

interface BodyRowProps extends RowProps {
  /** While records are being reordered: where the row is now, and what moves it. */
  readonly drag?: {
    readonly ref: Ref<HTMLTableRowElement>
    readonly style: CSSProperties
    readonly isDragged: boolean
    readonly controls: ReactNode
  }
}

export const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const { row, isSelected, isExpanded, isTabStop, onRowFocus, onRowKeyDown, drag } = props
  const { model, permissions } = useListData()
  const { openForm } = useListActions()
  const { id } = row.original
  const mayOpen = canOpen(model, permissions)
  const tree = model.tree
    ? { 'aria-level': row.depth + 1, 'aria-expanded': row.getCanExpand() ? isExpanded : undefined }
    : {}
  return (
    <tr
      {...tree}
      ref={drag?.ref}
      style={drag?.style}
      className="list-row"
      tabIndex={isTabStop ? 0 : -1}
      data-id={row.id}
      data-selected={isSelected || undefined}
      data-dragged={drag?.isDragged || undefined}
      aria-selected={model.tree ? isSelected : undefined}
      onFocus={onRowFocus}
      onKeyDown={onRowKeyDown}
      onClick={(event) => {
        if (isTouch(event) && mayOpen && !isControl(event.target)) openForm(id)
      }}
      onDoubleClick={(event) => {
        if (mayOpen && !isControl(event.target)) openForm(id)
      }}
    >
      <RowCells {...props} />
    </tr>
  )
})

function RowCells({ row, layout, isSelected, isExpanded, onDelete, drag }: BodyRowProps) {
  const { model, locale, permissions } = useListData()
  const { saveField } = useListActions()
  const name = recordName(model, row.original)
  const mayEdit = permissions.has('edit')
  const fieldCells = useFieldCells({ model, locale, saveField, mayEdit, row, name, isExpanded, layout })
  return row.getVisibleCells().map((cell) => {
    const pinned = pinnedStyle(cell.column)
    if (cell.column.id === selectColumn)
      return (
        <td key={cell.id} className="list-choose" {...pinned}>
          <SelectBox row={row} name={name} isSelected={isSelected} />
        </td>
      )
    if (cell.column.id === orderColumn)
      return (
        <td key={cell.id} className="list-order">
          {drag?.controls}
        </td>
      )
    if (cell.column.id === actionsColumn)
      return (
        <td key={cell.id} className="list-actions" {...pinned}>
          <RowActions record={row.original} name={name} onDelete={onDelete} />
        </td>
      )
    return fieldCells.get(cell.id)
  })
}

function SelectBox({ row, name, isSelected }: Pick<RowProps, 'row' | 'isSelected'> & { readonly name: string }) {
  const t = useT()
  return (
    <Checkbox
      aria-label={t('selectRow', { name })}
      checked={isSelected}
      onChange={(event) => row.toggleSelected(event.currentTarget.checked)}
    />
  )
}

interface CellContext {
  readonly model: ReturnType<typeof useListData>['model']
  readonly locale: ReturnType<typeof useListData>['locale']
  readonly saveField: ReturnType<typeof useListActions>['saveField']
  readonly mayEdit: boolean
  readonly row: GridRow
  readonly name: string
  readonly isExpanded: boolean
}

/** The cells of fields by their ids, memoized because selecting a row must not render them again. */
function useFieldCells(context: CellContext & { readonly layout: ColumnLayout }): ReadonlyMap<string, ReactNode> {
  const { model, locale, saveField, mayEdit, row, name, isExpanded, layout } = context
  return useMemo(() => {
    const cells = cellsOf(row, layout).filter(({ column }) => column.columnDef.meta)
    const heading = cardTitle(
      model,
      cells.flatMap(({ column }) => column.columnDef.meta?.field ?? []),
    )
    return new Map(
      cells.map((cell, index) => [
        cell.id,
        <BodyCell
          key={cell.id}
          {...{ model, locale, saveField, mayEdit, cell, row, name, isExpanded }}
          isFirst={index === 0}
          isCardTitle={cell.column.id === heading?.name}
        />,
      ]),
    )
  }, [model, locale, saveField, mayEdit, row, name, isExpanded, layout])
}

/** The row's cells. The table itself holds the state of the columns; the parameter makes it a dependency. */
const cellsOf = (row: GridRow, _layout: ColumnLayout): readonly GridCell[] => row.getVisibleCells()

interface BodyCellProps extends CellContext {
  readonly cell: GridCell
  readonly isFirst: boolean
  readonly isCardTitle: boolean
}

/** One value, rendered by its kind. The record's title heads its row; the first cell shows the tree's toggle. */
function BodyCell(props: BodyCellProps) {
  const { model, locale, saveField, mayEdit, isExpanded, cell, row, name, isFirst, isCardTitle } = props
  const field = cell.column.columnDef.meta?.field
  if (!field) return null
  const mayChange = mayEdit && !field.readOnly && isEditable(model, row.original)
  const cellProps: CellProps = {
    value: cell.getValue(),
    field,
    row: row.original,
    locale,
    recordName: name,
    change: mayChange ? (value) => saveField(row.original, field.name, value) : null,
  }
  const Cell = mayChange && field.readOnlyWhen ? cellOf(model, field) : null
  const content =
    Cell && field.readOnlyWhen ? (
      <RuleLockedCell {...cellProps} model={model} rule={field.readOnlyWhen} Cell={Cell} />
    ) : (
      <FieldCell {...cellProps} model={model} />
    )
  const states = cell.column.columnDef.meta?.below ?? []
  const address = documentAddress(model, field, row.original)
  const linked = address === null ? content : <RecordLink address={address}>{content}</RecordLink>
  const inner =
    isFirst && model.tree ? (
      <Branch row={row} name={name} isExpanded={isExpanded}>
        {linked}
      </Branch>
    ) : states.length > 0 ? (
      <span className="list-states">
        {linked}
        {states.map((state) => (
          <FieldCell
            key={state.name}
            {...cellProps}
            model={model}
            field={state}
            value={row.original[state.name] ?? null}
            change={null}
          />
        ))}
      </span>
    ) : (
      linked
    )
  const attributes = {
    'data-align': fieldRenderers[field.kind].align,
    'data-label': field.label[locale.language],
    'data-card-title': isCardTitle || undefined,
    'data-wide': isWideInCard(field, locale.language) || undefined,
    ...pinnedStyle(cell.column),
  }
  return field.name === model.title ? (
    <th scope="row" {...attributes}>
      {inner}
    </th>
  ) : (
    <td {...attributes}>{inner}</td>
  )
}

/** Where the document behind a row of a ledger is opened, for the cell with its number. */
function documentAddress({ ledger }: TableModel, field: FieldModel, row: Row): string | null {
  const document = ledger?.document
  if (!document || document.no !== field.name) return null
  return recordAddress(String(row[document.kind]), row[document.id])
}

function Branch({
  row,
  name,
  isExpanded,
  children,
}: {
  readonly row: GridRow
  readonly name: string
  readonly isExpanded: boolean
  readonly children: ReactNode
}) {
  const t = useT()
  return (
    <span className="list-branch" style={{ paddingInlineStart: row.depth * 20 }}>
      {row.getCanExpand() ? (
        <button
          type="button"
          className="list-fold"
          tabIndex={-1}
          aria-label={t(isExpanded ? 'foldRow' : 'unfoldRow', { name })}
          onClick={() => row.toggleExpanded()}
        >
          {isExpanded ? <ChevronDown /> : <ChevronRight />}
        </button>
      ) : (
        <span className="list-leaf" />
      )}
      {children}
    </span>
  )
}

/** A finger knows no double press, so one opens the record. */
function isTouch({ nativeEvent }: MouseEvent): boolean {
  return 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
}

/** True for a place where a press already means something else. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, label, select') !== null
}

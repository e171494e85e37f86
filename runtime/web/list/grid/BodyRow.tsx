import { Checkbox } from '@blueprintjs/core'
import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { useMemo, type CSSProperties, type HTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react'
import { isEditable } from '../../../protocol/index.ts'
import { cellOf } from '../../fields/cell-of.ts'
import type { CellProps } from '../../fields/renderer.ts'
import { fieldRenderers } from '../../fields/field-renderers.ts'
import { hasActions } from '../columns/columns.ts'
import { RuleLockedCell } from '../machine/lazy.tsx'
import { recordName } from '../../fields/naming.ts'
import { useScreen, type ListScreen } from '../context/use-list.ts'
import { useT } from '../texts/index.ts'
import { RowActions } from './RowActions.tsx'
import type { GridCell, GridRow } from './table.ts'

/** What the keyboard needs of a row. */
export type RowProps = Pick<HTMLAttributes<HTMLTableRowElement>, 'tabIndex' | 'onFocus' | 'onKeyDown'>

interface BodyRowProps {
  readonly row: GridRow
  readonly rowProps: RowProps
  readonly onDelete: (ids: readonly number[]) => void
  /** While records are being reordered: where the row is now, and what moves it. */
  readonly drag?: {
    readonly ref: Ref<HTMLTableRowElement>
    readonly style: CSSProperties
    readonly isDragged: boolean
    readonly controls: ReactNode
  }
}

export function BodyRow({ row, rowProps, onDelete, drag }: BodyRowProps) {
  const screen = useScreen()
  const { model, choice, openForm, permissions } = screen
  const t = useT()
  const record = row.original
  const name = recordName(model, record)
  // Records with states are opened to act on them, and to be looked at.
  const mayOpen = permissions.has('edit') || model.machine !== undefined
  const isChosen = choice.chosen[row.id] === true
  const cells = useCells(screen, row, name)
  const tree = model.tree
    ? { 'aria-level': row.depth + 1, 'aria-expanded': row.getCanExpand() ? row.getIsExpanded() : undefined }
    : {}
  return (
    <tr
      {...rowProps}
      {...tree}
      ref={drag?.ref}
      style={drag?.style}
      className="list-row"
      data-id={row.id}
      data-chosen={isChosen || undefined}
      data-dragged={drag?.isDragged || undefined}
      aria-selected={model.tree ? isChosen : undefined}
      onClick={(event) => {
        if (isTouch(event) && mayOpen && !isControl(event.target)) openForm(record.id)
      }}
      onDoubleClick={(event) => {
        if (mayOpen && !isControl(event.target)) openForm(record.id)
      }}
    >
      <td className="list-choose">
        <Checkbox
          aria-label={t('selectRow', { name })}
          checked={isChosen}
          onChange={(event) => choice.put([record.id], event.currentTarget.checked)}
        />
      </td>
      {drag && <td className="list-order">{drag.controls}</td>}
      {cells}
      {hasActions(model) && (
        <td className="list-actions">
          <RowActions record={record} name={name} onDelete={onDelete} />
        </td>
      )}
    </tr>
  )
}

/** The cells are made anew only when they would look otherwise: choosing a row must not cost a page of cells. */
function useCells({ model, site, permissions, change, columns }: ListScreen, row: GridRow, name: string): ReactNode {
  const mayEdit = permissions.has('edit')
  const isOpen = row.getIsExpanded()
  return useMemo(
    () =>
      row
        .getVisibleCells()
        .map((cell, at) => (
          <BodyCell key={cell.id} {...{ model, site, mayEdit, change, cell, row, name, isOpen }} isFirst={at === 0} />
        )),
    // `columns` and `isOpen` stand for what the row itself answers.
    [model, site, mayEdit, change, row, name, columns, isOpen],
  )
}

interface BodyCellProps extends Pick<ListScreen, 'model' | 'site' | 'change'> {
  readonly mayEdit: boolean
  readonly isOpen: boolean
  readonly cell: GridCell
  readonly row: GridRow
  readonly name: string
  readonly isFirst: boolean
}

/** One value in the look of its kind. The cell that names the record heads its row; the first one carries the branches of a tree. */
function BodyCell({ model, site, change, mayEdit, isOpen, cell, row, name, isFirst }: BodyCellProps) {
  const field = cell.column.columnDef.meta?.field
  const Cell = field && cellOf(model, field)
  if (!field || !Cell) return null
  const mayChange = mayEdit && !field.readOnly && isEditable(model, row.original)
  const props: CellProps = {
    value: cell.getValue(),
    field,
    row: row.original,
    site,
    recordName: name,
    change: mayChange ? (value) => change(row.original, field.name, value) : null,
  }
  const content =
    mayChange && field.readOnlyWhen ? (
      <RuleLockedCell {...props} model={model} rule={field.readOnlyWhen} Cell={Cell} />
    ) : (
      <Cell {...props} />
    )
  const inner =
    isFirst && model.tree ? (
      <Branch row={row} name={name} isOpen={isOpen}>
        {content}
      </Branch>
    ) : (
      content
    )
  const align = fieldRenderers[field.kind].align
  return field.name === model.title ? (
    <th scope="row" data-align={align}>
      {inner}
    </th>
  ) : (
    <td data-align={align}>{inner}</td>
  )
}

function Branch({
  row,
  name,
  isOpen,
  children,
}: {
  readonly row: GridRow
  readonly name: string
  readonly isOpen: boolean
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
          aria-label={t(isOpen ? 'foldRow' : 'unfoldRow', { name })}
          onClick={() => row.toggleExpanded()}
        >
          {isOpen ? <ChevronDown /> : <ChevronRight />}
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

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { DragHandleVertical } from '@blueprintjs/icons'
import { useState } from 'react'
import { notify } from '../../../core/notify.ts'
import { BodyRow, type RowProps } from '../grid/BodyRow.tsx'
import type { GridRow } from '../grid/table.ts'
import { recordName } from '../../../fields/record-names.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'
import { MoveButtons } from './MoveButtons.tsx'
import { moveOnto, placeOf } from './moving.ts'

export interface SortableBodyProps {
  readonly rows: readonly GridRow[]
  readonly rowProps: (row: GridRow) => RowProps
}

/**
 * Rows that can be dragged by their handle, with the pointer or the keyboard, or moved by buttons. Loaded when
 * reordering begins.
 */
export function SortableBody({ rows, rowProps }: SortableBodyProps) {
  const { shown: visibleRows, drop } = useDropping(rows)
  const announcements = useAnnouncements(rows)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ container: document.body, ...announcements }}
      onDragEnd={drop}
    >
      <SortableContext items={visibleRows.map((row) => row.id)} strategy={verticalListSortingStrategy}>
        <tbody>
          {visibleRows.map((row) => (
            <SortableRow key={row.id} {...rowProps(row)} />
          ))}
        </tbody>
      </SortableContext>
    </DndContext>
  )
}

/** The dropped order is shown until the server's own arrives. */
function useDropping(rows: readonly GridRow[]) {
  const data = useListData()
  const actions = useListActions()
  const t = useT()
  const [dropped, setDropped] = useState<{ readonly from: readonly GridRow[]; readonly to: readonly GridRow[] } | null>(
    null,
  )
  const visibleRows = dropped?.from === rows ? dropped.to : rows
  const drop = ({ active, over }: DragEndEvent) => {
    const from = rows.find((row) => row.id === active.id)
    const onto = rows.find((row) => row.id === over?.id)
    if (!from || !onto || from === onto) return
    if (from.parentId !== onto.parentId) return notify({ tone: 'warning', text: t('moveOtherParent') })
    const isUp = rows.indexOf(onto) < rows.indexOf(from)
    if (data.model.tree === null)
      setDropped({ from: rows, to: arrayMove([...rows], rows.indexOf(from), rows.indexOf(onto)) })
    moveOnto(
      { ...data, ...actions },
      from.original,
      onto.original,
      isUp ? 'up' : 'down',
      placeOf(data, onto.original).at,
    ).catch(() => setDropped(null))
  }
  return { shown: visibleRows, drop }
}

function SortableRow(props: RowProps) {
  const { row } = props
  const { model } = useListData()
  const t = useT()
  const name = recordName(model, row.original)
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: row.id,
  })
  const style = { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }
  const controls = (
    <span className="list-order-controls">
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="list-handle"
        {...listeners}
        aria-label={t('drag', { name })}
        aria-describedby={attributes['aria-describedby']}
      >
        <DragHandleVertical />
      </button>
      <MoveButtons record={row.original} name={name} />
    </span>
  )
  return <BodyRow {...props} drag={{ ref: setNodeRef, style, isDragged: isDragging, controls }} />
}

/** What a screen reader says while a record is dragged. */
function useAnnouncements(rows: readonly GridRow[]) {
  const { model } = useListData()
  const t = useT()
  const nameOf = (id: unknown) => {
    const row = rows.find((candidate) => candidate.id === String(id))
    return row ? recordName(model, row.original) : ''
  }
  const placeAt = (id: unknown) => rows.findIndex((row) => row.id === String(id)) + 1
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('dragBegun', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('dragOver', { name: nameOf(active.id), position: placeAt(over.id) }) : undefined,
    onDragEnd: ({ active }) => t('dragEnded', { name: nameOf(active.id) }),
    onDragCancel: ({ active }) => t('dragCancelled', { name: nameOf(active.id) }),
  }
  return { announcements, screenReaderInstructions: { draggable: t('dragHelp') } }
}

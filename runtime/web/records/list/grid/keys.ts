/**
 * The keyboard on rows: one row is the tab stop, arrows move, Enter edits, Space chooses, right and left unfold and
 * fold.
 */
import { useState, type KeyboardEvent } from 'react'
import type { GridRow, ListTable } from './table.ts'

/** The row the Tab key leads to: the one focused last, the one in its place when it is gone, else the first. */
export function useActiveRow(table: ListTable) {
  const [focused, setFocused] = useState<{ readonly id: string; readonly at: number } | null>(null)
  const rows = table.getRowModel().rows
  const active = rows.find((row) => row.id === focused?.id) ?? rows[Math.min(focused?.at ?? 0, rows.length - 1)]
  const id = active?.id ?? null
  return { id, set: (rowId: string) => setFocused({ id: rowId, at: rows.findIndex((row) => row.id === rowId) }) }
}

/**
 * Handles a key pressed on the row itself; keys pressed inside it belong to what is there. The row handles them, not
 * Blueprint's hotkeys: each key acts on the row that has the focus and on its neighbours.
 * @param openForm null where nobody may edit
 */
export function pressOnRow(
  event: KeyboardEvent<HTMLTableRowElement>,
  row: GridRow,
  openForm: ((id: number) => void) | null,
): void {
  if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
  const run = actionOf(event, row, openForm)
  if (!run) return
  event.preventDefault()
  run()
}

function actionOf(
  { key, currentTarget }: KeyboardEvent<HTMLTableRowElement>,
  row: GridRow,
  openForm: ((id: number) => void) | null,
): (() => void) | null {
  switch (key) {
    case 'ArrowDown':
      return () => focusRow(currentTarget.nextElementSibling)
    case 'ArrowUp':
      return () => focusRow(currentTarget.previousElementSibling)
    case 'Home':
      return () => focusRow(currentTarget.parentElement?.firstElementChild)
    case 'End':
      return () => focusRow(currentTarget.parentElement?.lastElementChild)
    case 'Enter':
      return openForm && (() => openForm(row.original.id))
    case ' ':
      return row.getCanSelect() ? () => row.toggleSelected() : null
    case 'ArrowRight':
      return row.getCanExpand() && !row.getIsExpanded() ? () => row.toggleExpanded(true) : null
    case 'ArrowLeft':
      return row.getCanExpand() && row.getIsExpanded() ? () => row.toggleExpanded(false) : null
    default:
      return null
  }
}

function focusRow(row: Element | null | undefined): void {
  if (row instanceof HTMLElement) row.focus()
}

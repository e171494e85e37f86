/** Keyboard navigation between cells. Cells have `data-line` and `data-column`, both from 0. */
import type { KeyboardEvent } from 'react'

export interface CellPosition {
  readonly line: number
  readonly column: number
}

/** What a key does: moves to another cell, or adds a line after this one. */
export type GridMove = { readonly go: CellPosition } | { readonly addAfter: number }

/** The position of the cell that contains an element; null outside of all cells. */
export function positionOf(element: EventTarget | null): CellPosition | null {
  const cell = element instanceof HTMLElement ? element.closest<HTMLElement>('[data-line][data-column]') : null
  return cell && { line: Number(cell.dataset['line']), column: Number(cell.dataset['column']) }
}

/**
 * Enter moves to the next cell, Shift with Enter adds a line, arrows move up and down; Ctrl or ⌘ with Enter saves, as
 * everywhere. Inputs keep the keys they need: an open list box, a radio group, a multi-line text; Alt with an arrow
 * opens a list box.
 * @param size number of lines and columns
 */
export function moveFor(event: KeyboardEvent, size: CellPosition): GridMove | null {
  const place = positionOf(event.target)
  if (place === null || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return null
  const target = event.target as HTMLElement
  if (event.shiftKey)
    return event.key === 'Enter' && !target.matches('textarea, button') ? { addAfter: place.line } : null
  if (isBusy(target)) return null
  if (event.key === 'Enter') return nextOf(place, size)
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const line = place.line + by
  return by === 0 || line < 0 || line >= size.line ? null : { go: { ...place, line } }
}

function nextOf({ line, column }: CellPosition, size: CellPosition): GridMove {
  if (column + 1 < size.column) return { go: { line, column: column + 1 } }
  return line + 1 < size.line ? { go: { line: line + 1, column: 0 } } : { addAfter: line }
}

function isBusy(element: HTMLElement): boolean {
  return element.matches('textarea, select, button, [type="radio"], [type="checkbox"], [aria-expanded="true"]')
}

/** Focuses a rendered cell, or the next one that can take the focus; false when the cell is not rendered. */
export function focusCell(grid: HTMLElement, place: CellPosition): boolean {
  const cells = [...grid.querySelectorAll<HTMLElement>('[data-line][data-column]')]
  const from = cells.findIndex(
    (cell) => cell.dataset['line'] === String(place.line) && cell.dataset['column'] === String(place.column),
  )
  if (from < 0) return false
  cells.slice(from).some(focusInside)
  return true
}

function focusInside(cell: HTMLElement): boolean {
  const control = cell.querySelector<HTMLElement>(
    'input:not([hidden]):not(:disabled), textarea, select, button:not(:disabled)',
  )
  control?.focus()
  if (control instanceof HTMLInputElement && control.type === 'text') control.select()
  return control !== null
}

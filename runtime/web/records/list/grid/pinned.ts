/** Columns that stay in sight while the table is scrolled sideways. */
import type { CSSProperties } from 'react'
import type { GridColumn } from './table.ts'

interface PinnedProps {
  readonly 'data-pinned'?: 'start' | 'end'
  readonly style?: CSSProperties
}

/** Attributes of a cell by where its column is pinned. */
export function pinnedStyle(column: GridColumn): PinnedProps {
  const position = column.getIsPinned()
  if (!position) return {}
  const offset = position === 'start' ? column.getStart('start') : column.getAfter('end')
  return {
    'data-pinned': position,
    style: position === 'start' ? { insetInlineStart: offset } : { insetInlineEnd: offset },
  }
}

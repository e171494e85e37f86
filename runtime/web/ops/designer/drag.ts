/** Fields that are dragged: from the palette into the form, and within it. Buttons do the same without a mouse. */
import { useState, type DragEvent } from 'react'
import type { JsonObject } from './calls.ts'
import { placeOf } from './schema-values.ts'

/** Where a field comes into the form (`FormPlace` of the generator). */
export interface FormPlace {
  readonly section: number
  readonly row: number
  /** Absent = a row of its own. */
  readonly column?: number
}

/** Called where it is dropped. */
export type Drop = (field: string, side: Side) => void
export type Side = 'above' | 'below' | 'left' | 'right'

/** How much of a field's width belongs to the place beside it. */
const edge = 0.2

function sideAt({ currentTarget, clientX, clientY }: DragEvent): Side {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const across = (clientX - left) / width
  if (across < edge) return 'left'
  if (across > 1 - edge) return 'right'
  return clientY - top < height / 2 ? 'above' : 'below'
}

/** The place beside a field; null when the form does not name it. */
export function placeBeside(
  document: JsonObject | null,
  target: string,
  side: Side,
  dragged: string | null,
): FormPlace | null {
  const place = placeOf(document, target)
  if (!place) return null
  const { section, row, column } = place
  if (side === 'above') return { section, row }
  if (side === 'below') return { section, row: row + 1 }
  const own = dragged === null ? -1 : (place.rows[row] ?? []).indexOf(dragged)
  const next = side === 'left' ? column : column + 1
  // In its own row it leaves a place free before the others move.
  return { section, row, column: own >= 0 && own < column ? next - 1 : next }
}

/** The field something is dragged over, and the props of each field that take it. */
export function useDropTargets(drop: Drop | null) {
  const [over, setOver] = useState<{ readonly field: string; readonly side: Side } | null>(null)
  const propsOf = (field: string) =>
    drop === null
      ? {}
      : {
          'data-drop': over?.field === field ? over.side : undefined,
          onDragOver: (event: DragEvent) => {
            event.preventDefault()
            setOver({ field, side: sideAt(event) })
          },
          onDragLeave: () => setOver(null),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            setOver(null)
            drop(field, sideAt(event))
          },
        }
  return propsOf
}

import { useState, type DragEvent } from 'react'

/**
 * Props for the items of a list that are put in order by dragging; buttons do the same for keyboards and touch.
 * @param onMove called with the old and the new position
 */
export function useDragOrder(isEnabled: boolean, onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setFrom(null)
    setOver(null)
  }
  return (at: number) =>
    isEnabled
      ? {
          draggable: true,
          'data-dragged': from === at || undefined,
          'data-over': (over === at && from !== at && from !== null) || undefined,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move'
            setFrom(at)
          },
          onDragOver: (event: DragEvent) => {
            if (from === null) return
            event.preventDefault()
            setOver(at)
          },
          onDrop: (event: DragEvent) => {
            if (from === null) return
            event.preventDefault()
            event.stopPropagation()
            if (from !== at) onMove(from, at)
            end()
          },
          onDragEnd: end,
        }
      : {}
}

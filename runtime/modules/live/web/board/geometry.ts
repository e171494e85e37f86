/** Places on a page: whatever its size on the screen, the same spot has the same coordinates. */
import { pageWidth } from '../../shared/events.ts'
import type { Stroke } from '../../shared/state.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
}

/** A point of the screen in units of the page. Pages fill the width of their box. */
export function placeOn({ left, top, width }: Box, clientX: number, clientY: number): readonly [number, number] {
  const unit = pageWidth / Math.max(1, width)
  return [Math.round((clientX - left) * unit), Math.round((clientY - top) * unit)]
}

/** The strokes that pass within a distance of a place. */
export function strokesNear(strokes: readonly Stroke[], [x, y]: readonly [number, number], reach: number) {
  return strokes.filter((stroke) => {
    const limit = reach + stroke.size / 2
    for (let index = 0; index + 1 < stroke.points.length; index += 2) {
      const next = Math.min(index + 2, stroke.points.length - 2)
      const from = [stroke.points[index] ?? 0, stroke.points[index + 1] ?? 0] as const
      const to = [stroke.points[next] ?? 0, stroke.points[next + 1] ?? 0] as const
      if (distance([x, y], from, to) <= limit) return true
    }
    return false
  })
}

type Point = readonly [number, number]

/** The distance of a point from a line between two others. */
function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [deltaX, deltaY] = [toX - fromX, toY - fromY]
  const length = deltaX * deltaX + deltaY * deltaY
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * deltaX + (y - fromY) * deltaY) / length))
  return Math.hypot(x - fromX - share * deltaX, y - fromY - share * deltaY)
}

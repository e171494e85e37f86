/** Draws strokes. Every screen draws the same pixels: the raster has one size, and the screen scales it. */
import { getStroke } from 'perfect-freehand'
import { pageWidth } from '../../shared/events.ts'
import type { Stroke } from '../../shared/state.ts'

/** Pixels of the raster's width. */
const rasterWidth = 1600
const scale = rasterWidth / pageWidth

/** Colours of pens on white paper, whatever the look of the page is. */
export const penColors = ['#1c2127', '#1f5fbf', '#b3261e', '#1c6e42', '#8f4fa8', '#a3641a'] as const

/** The outline of a stroke in units of the page. */
function outlineOf({ points, size, tool }: Pick<Stroke, 'points' | 'size' | 'tool'>): readonly number[][] {
  const pairs: [number, number][] = []
  for (let index = 0; index + 1 < points.length; index += 2) pairs.push([points[index] ?? 0, points[index + 1] ?? 0])
  return getStroke(pairs, { size, thinning: tool === 'pen' ? 0.35 : 0, smoothing: 0.5, streamline: 0.3, last: true })
}

/** The area that a stroke fills. */
function pathOf(stroke: Pick<Stroke, 'points' | 'size' | 'tool'>): Path2D {
  const path = new Path2D()
  const outline = outlineOf(stroke)
  const [first] = outline
  if (!first) return path
  path.moveTo((first[0] ?? 0) * scale, (first[1] ?? 0) * scale)
  for (const [index, [x = 0, y = 0]] of outline.entries()) {
    const [nextX = x, nextY = y] = outline[(index + 1) % outline.length] ?? []
    path.quadraticCurveTo(x * scale, y * scale, ((x + nextX) / 2) * scale, ((y + nextY) / 2) * scale)
  }
  path.closePath()
  return path
}

/** Outlines are computed once for a stroke: a new part makes a new stroke. */
const paths = new WeakMap<Stroke, Path2D>()

function knownPath(stroke: Stroke): Path2D {
  const path = paths.get(stroke) ?? pathOf(stroke)
  paths.set(stroke, path)
  return path
}

export function paint(canvas: HTMLCanvasElement, height: number, strokes: readonly Stroke[]): void {
  const rasterHeight = Math.round(height * scale)
  if (canvas.width !== rasterWidth) canvas.width = rasterWidth
  if (canvas.height !== rasterHeight) canvas.height = rasterHeight
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, rasterWidth, rasterHeight)
  for (const stroke of strokes) {
    context.globalAlpha = stroke.tool === 'marker' ? 0.35 : 1
    context.fillStyle = penColors[stroke.color] ?? penColors[0]
    context.fill(knownPath(stroke))
  }
  context.globalAlpha = 1
}

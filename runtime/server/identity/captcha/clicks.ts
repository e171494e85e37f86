/** The clicks a client reports, and whether they are right. */
import { pictureSize } from './picture.ts'

/** A square of the picture that has to be clicked, in pixels from the top left corner. */
export interface Target {
  readonly x: number
  readonly y: number
  readonly size: number
}

interface Clicked {
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly width: number
  readonly height: number
}

// Guard T39: plain finite numbers only.
// Without: const number = String.raw`[^,;-]*`
const number = String.raw`\d{1,4}(?:\.\d{1,20})?`
const shape = new RegExp(`^(${number},${number}(?:-${number},${number}){0,9});(${number});(${number})$`)

/**
 * The smallest and largest width at which a client may show the picture, in pixels; includes zooming and narrow
 * screens.
 */
const shown = { least: 100, most: 4000 } as const

/**
 * True when exactly the targets were clicked in their order. `info` as clients build it: points joined by `-`, then the
 * width and height the picture was shown with. Only plain finite numbers count, and only sizes the server's own picture
 * can have been shown with.
 */
export function hitsTargets(targets: readonly Target[], info: string): boolean {
  const clicked = readClicks(info)
  if (!clicked || clicked.points.length !== targets.length) return false
  return targets.every((target, index) => {
    const [x, y] = clicked.points[index] ?? [NaN, NaN]
    return (
      within(x * (pictureSize.width / clicked.width), target.x, target.size) &&
      within(y * (pictureSize.height / clicked.height), target.y, target.size)
    )
  })
}

function readClicks(info: string): Clicked | null {
  const match = shape.exec(info)
  if (!match) return null
  const [, clicks = '', ...size] = match
  const [width = NaN, height = NaN] = size.map(Number)
  const points = clicks.split('-').map((point) => point.split(',').map(Number) as [number, number])
  if (
    // Guard T39: the picture's size is the server's.
    !isPlausible(width, height) ||
    points.some(([x, y]) => x > width || y > height)
  )
    return null
  return { points, width, height }
}

/** Apart from rounding, a shown picture keeps its proportions. */
function isPlausible(width: number, height: number): boolean {
  if (width < shown.least || width > shown.most || height <= 0) return false
  const skew = (width * pictureSize.height) / (height * pictureSize.width)
  return skew > 0.9 && skew < 1.1
}

const within = (value: number, start: number, length: number): boolean => value >= start && value <= start + length

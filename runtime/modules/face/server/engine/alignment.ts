/** Brings a face into the place that the network knows: eyes, nose and mouth where those of the mean face are. */
import type { Point, Similarity } from './picture.ts'

/** Size of the aligned square, and the part of it around the mean face, as dlib's network was trained. */
export const alignedSize = 150
const padding = 0.25

/** dlib's mean face (Boost Software License): landmarks 17 to 67, without brows, lower lip and its inner edge. */
const meanFace: readonly (readonly [landmark: number, x: number, y: number])[] = [
  [27, 0.490127, 0.203352],
  [28, 0.490127, 0.307009],
  [29, 0.490127, 0.409805],
  [30, 0.490127, 0.515625],
  [31, 0.36688, 0.587326],
  [32, 0.426036, 0.609345],
  [33, 0.490127, 0.628106],
  [34, 0.554217, 0.609345],
  [35, 0.613373, 0.587326],
  [36, 0.121737, 0.216423],
  [37, 0.187122, 0.178758],
  [38, 0.265825, 0.179852],
  [39, 0.334606, 0.231733],
  [40, 0.260918, 0.245099],
  [41, 0.182743, 0.244077],
  [42, 0.645647, 0.231733],
  [43, 0.714428, 0.179852],
  [44, 0.793132, 0.178758],
  [45, 0.858516, 0.216423],
  [46, 0.79751, 0.244077],
  [47, 0.719335, 0.245099],
  [48, 0.254149, 0.780233],
  [49, 0.340985, 0.745405],
  [50, 0.428858, 0.727388],
  [51, 0.490127, 0.742578],
  [52, 0.551395, 0.727388],
  [53, 0.639268, 0.745405],
  [54, 0.726104, 0.780233],
  [60, 0.290379, 0.784792],
  [61, 0.428096, 0.778746],
  [62, 0.490127, 0.785343],
  [63, 0.552157, 0.778746],
  [64, 0.689874, 0.784792],
]

export interface Alignment {
  readonly similarity: Similarity
  /** How far the landmarks are from those of the mean face, in parts of its size: large where they are no face. */
  readonly deviation: number
}

/** The similarity that leads from the aligned square into the picture, by least squares. */
export function alignFace(landmarks: readonly Point[]): Alignment {
  const pairs = meanFace.flatMap(([index, x, y]) => {
    const point = landmarks[index]
    const place = (value: number) => ((padding + value) / (2 * padding + 1)) * alignedSize
    return point ? [{ from: { x: place(x), y: place(y) }, to: point }] : []
  })
  const from = meanOf(pairs.map((pair) => pair.from))
  const to = meanOf(pairs.map((pair) => pair.to))
  let along = 0
  let across = 0
  let size = 0
  for (const pair of pairs) {
    const [x, y] = [pair.from.x - from.x, pair.from.y - from.y]
    const [u, v] = [pair.to.x - to.x, pair.to.y - to.y]
    along += x * u + y * v
    across += x * v - y * u
    size += x * x + y * y
  }
  const [a, b] = [along / size, across / size]
  const similarity = { a, b, left: to.x - a * from.x + b * from.y, top: to.y - b * from.x - a * from.y }
  const rest = pairs.reduce((sum, pair) => {
    const x = a * pair.from.x - b * pair.from.y + similarity.left - pair.to.x
    const y = b * pair.from.x + a * pair.from.y + similarity.top - pair.to.y
    return sum + x * x + y * y
  }, 0)
  const scale = Math.hypot(a, b) * (alignedSize / (2 * padding + 1))
  return { similarity, deviation: scale > 0 ? Math.sqrt(rest / pairs.length) / scale : Number.POSITIVE_INFINITY }
}

const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

/**
 * By how many degrees the head is turned, from how far the tip of the nose is from the middle of the eyes: positive to
 * the person's own left. An estimate, which is enough to tell a turned head from one that is not.
 */
export function yawOf(landmarks: readonly Point[]): number {
  const [right, left, nose] = [landmarks[36], landmarks[45], landmarks[30]]
  if (!right || !left || !nose) return 0
  const [x, y] = [left.x - right.x, left.y - right.y]
  const square = x * x + y * y
  if (square === 0) return 0
  // Along the line through both eyes, so that a tilted head is not a turned one.
  const part = ((nose.x - right.x) * x + (nose.y - right.y) * y) / square
  return (Math.atan(2 * part - 1) * 180) / Math.PI
}

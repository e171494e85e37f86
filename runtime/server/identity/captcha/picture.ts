/** Draws the picture of a click captcha. The image library loads with the first one. */
import pLimit from 'p-limit'
import { randomBetween } from './random.ts'
import type { Shape } from './shapes.ts'

export const pictureSize = { width: 350, height: 200 } as const

/** A shape in its square on the picture, in pixels from the top left corner. */
export interface PlacedShape {
  readonly shape: Shape
  readonly x: number
  readonly y: number
  readonly size: number
}

/** Squares that neither overlap nor touch the border; as many as there are shapes. */
export function placeShapes(shapes: readonly Shape[]): readonly PlacedShape[] {
  for (;;) {
    const placed: PlacedShape[] = []
    for (let tries = 0; placed.length < shapes.length && tries < 200; tries += 1) {
      const size = randomBetween(34, 44)
      const one = {
        // The loop ends when every shape is placed.
        shape: shapes[placed.length]!,
        size,
        x: randomBetween(4, pictureSize.width - size - 4),
        y: randomBetween(4, pictureSize.height - size - 4),
      }
      if (placed.every((other) => isApart(one, other))) placed.push(one)
    }
    if (placed.length === shapes.length) return placed
  }
}

const gap = 8

function isApart(one: PlacedShape, other: PlacedShape): boolean {
  const near = (start: number, length: number, otherStart: number, otherLength: number): boolean =>
    start < otherStart + otherLength + gap && otherStart < start + length + gap
  return !(near(one.x, one.size, other.x, other.size) && near(one.y, one.size, other.y, other.size))
}

/** Drawing uses a whole core, so only two pictures are drawn at once. */
const limit = pLimit(2)

/** The picture as PNG. */
export function drawCaptcha(placed: readonly PlacedShape[]): Promise<Buffer> {
  const svg = drawing(placed)
  return limit(async () => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    return sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer()
  })
}

function drawing(placed: readonly PlacedShape[]): string {
  const { width, height } = pictureSize
  const backgroundHue = randomBetween(0, 359)
  const lines = Array.from({ length: 14 }, () => line())
  const dots = Array.from(
    { length: 60 },
    () =>
      `<circle cx="${randomBetween(0, width)}" cy="${randomBetween(0, height)}" r="${randomBetween(1, 2)}" ` +
      `fill="${tone(35, 80)}" fill-opacity=".7"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient ` +
    `id="g"><stop stop-color="hsl(${backgroundHue},45%,88%)"/><stop offset="1" ` +
    `stop-color="hsl(${(backgroundHue + 70) % 360},45%,78%)"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#g)"/>` +
    [...lines.slice(0, 9), ...placed.map(figure), ...dots, ...lines.slice(9)].join('') +
    '</svg>'
  )
}

/** Turned a little and squeezed a little, always within its square. */
function figure({ shape, x, y, size }: PlacedShape): string {
  const scale = (size / 100) * (randomBetween(78, 88) / 100)
  return (
    `<path transform="translate(${x + size / 2} ${y + size / 2}) rotate(${randomBetween(-24, 24)}) ` +
    `scale(${scale}) translate(-50 -50)" d="${shape.path}" fill="${tone(24, 42)}" fill-rule="evenodd" stroke="#fff" ` +
    `stroke-opacity=".55" stroke-width="4"/>`
  )
}

function line(): string {
  const { width, height } = pictureSize
  const point = (): string => `${randomBetween(-20, width + 20)} ${randomBetween(-20, height + 20)}`
  return (
    `<path d="M${point()}Q${point()} ${point()}" fill="none" stroke="${tone(40, 70)}" stroke-opacity=".55" ` +
    `stroke-width="${randomBetween(1, 2)}"/>`
  )
}

const tone = (dark: number, light: number): string =>
  `hsl(${randomBetween(0, 359)},${randomBetween(50, 85)}%,${randomBetween(dark, light)}%)`

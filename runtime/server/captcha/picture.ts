/** Draws the picture of a click captcha. The image library loads with the first one. */
import { createGate } from '../gate.ts'
import { between } from './chance.ts'
import type { Shape } from './shapes.ts'

export const pictureSize = { width: 350, height: 200 } as const

/** A shape in its square on the picture, in pixels from the top left corner. */
export interface Placed {
  readonly shape: Shape
  readonly x: number
  readonly y: number
  readonly size: number
}

/** Squares that neither overlap nor touch the border; as many as there are shapes. */
export function place(shapes: readonly Shape[]): readonly Placed[] {
  for (;;) {
    const placed: Placed[] = []
    for (let tries = 0; placed.length < shapes.length && tries < 200; tries += 1) {
      const size = between(34, 44)
      const one = {
        shape: shapes[placed.length]!,
        size,
        x: between(4, pictureSize.width - size - 4),
        y: between(4, pictureSize.height - size - 4),
      }
      if (placed.every((other) => apart(one, other))) placed.push(one)
    }
    if (placed.length === shapes.length) return placed
  }
}

const gap = 8

function apart(one: Placed, other: Placed): boolean {
  const near = (start: number, length: number, otherStart: number, otherLength: number): boolean =>
    start < otherStart + otherLength + gap && otherStart < start + length + gap
  return !(near(one.x, one.size, other.x, other.size) && near(one.y, one.size, other.y, other.size))
}

/** Drawing keeps a core busy, so only two pictures are drawn at once. */
const gate = createGate(2)

/** The picture as PNG. */
export function drawCaptcha(placed: readonly Placed[]): Promise<Buffer> {
  const svg = drawing(placed)
  return gate(async () => {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    return sharp(Buffer.from(svg)).png({ compressionLevel: 6, palette: true, effort: 1, dither: 0 }).toBuffer()
  })
}

function drawing(placed: readonly Placed[]): string {
  const { width, height } = pictureSize
  const ground = between(0, 359)
  const lines = Array.from({ length: 14 }, () => line())
  const dots = Array.from(
    { length: 60 },
    () =>
      `<circle cx="${between(0, width)}" cy="${between(0, height)}" r="${between(1, 2)}" fill="${tone(35, 80)}" fill-opacity=".7"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="hsl(${ground},45%,88%)"/><stop offset="1" stop-color="hsl(${(ground + 70) % 360},45%,78%)"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#g)"/>${lines.slice(0, 9).join('')}${placed.map(figure).join('')}${dots.join('')}${lines.slice(9).join('')}</svg>`
  )
}

/** Turned a little and squeezed a little, always within its square. */
function figure({ shape, x, y, size }: Placed): string {
  const scale = (size / 100) * (between(78, 88) / 100)
  return `<path transform="translate(${x + size / 2} ${y + size / 2}) rotate(${between(-24, 24)}) scale(${scale}) translate(-50 -50)" d="${shape.path}" fill="${tone(24, 42)}" fill-rule="evenodd" stroke="#fff" stroke-opacity=".55" stroke-width="4"/>`
}

function line(): string {
  const { width, height } = pictureSize
  const point = (): string => `${between(-20, width + 20)} ${between(-20, height + 20)}`
  return `<path d="M${point()}Q${point()} ${point()}" fill="none" stroke="${tone(40, 70)}" stroke-opacity=".55" stroke-width="${between(1, 2)}"/>`
}

const tone = (dark: number, light: number): string =>
  `hsl(${between(0, 359)},${between(50, 85)}%,${between(dark, light)}%)`

/** Pictures as SVG text: drawn shapes only, because a bare server has no Chinese font to write with. */
import { itemAt } from './random.ts'
import type { DemoPicture } from 'tablewright/server'
import { shapes, type Ink, type Shape } from './shapes.ts'

export type { Shape } from './shapes.ts'

/** Hue offsets of the five variants of one article, in degrees. */
const shifts = [0, 9, -9, 16, -16] as const

/** Bare metal: drawn nearly grey. */
const metal: ReadonlySet<Shape> = new Set<Shape>(['wrench', 'bolt', 'pan'])

/** A product on a plain background. `shade` 0–4 distinguishes variants of one article. */
export function productPicture(shape: Shape, hue: number, shade: number): DemoPicture {
  const tint = tintOf(hue, shade)
  const shadow = `<ellipse cx="50" cy="87" rx="30" ry="4" fill="${colour(tint, 24, 80)}"/>`
  return frame(480, colour(tint, 36, 95), shadow + shapes[shape](inkOf(tint, metal.has(shape) ? 0.3 : 1)))
}

/** The same article three times, the second picture of some products. */
export function groupPicture(shape: Shape, hue: number, shade: number): DemoPicture {
  const tint = tintOf(hue, shade)
  const picture = shapes[shape](inkOf(tint, metal.has(shape) ? 0.3 : 1))
  const places = ['translate(4 22) scale(.56)', 'translate(40 22) scale(.56)', 'translate(17 28) scale(.66)']
  return frame(480, colour(tint, 18, 90), places.map((place) => `<g transform="${place}">${picture}</g>`).join(''))
}

/** The sign of a brand: one of six figures in the brand's colour. */
export function brandPicture(place: number): DemoPicture {
  const tint = (place * 137) % 360
  const { body, dark, light } = inkOf(tint, 1)
  const figures = [
    `<circle cx="42" cy="50" r="22" fill="${body}"/><circle cx="58" cy="50" r="22" fill="${dark}" fill-opacity=".72"/>`,
    `<path d="M50 22L78 74H22Z" fill="${body}"/><path d="M50 44L66 74H34Z" fill="${light}"/>`,
    `<path d="M50 20L78 50L50 80L22 50Z" fill="${body}"/><circle cx="50" cy="50" r="11" fill="${light}"/>`,
    `<path d="M24 60Q24 24 60 24H76V40Q76 76 40 76H24Z" fill="${body}"/>` +
      `<path d="M32 68L66 34" stroke="${light}" stroke-width="5" stroke-linecap="round"/>`,
    `<path d="M22 66Q36 26 50 50T78 34V76H22Z" fill="${body}"/><circle cx="66" cy="28" r="8" fill="${dark}"/>`,
    `<rect x="24" y="24" width="24" height="52" rx="12" fill="${body}"/>` +
      `<rect x="52" y="24" width="24" height="24" rx="12" fill="${dark}"/>` +
      `<rect x="52" y="52" width="24" height="24" rx="6" fill="${light}"/>`,
  ]
  return frame(240, colour(tint, 30, 96), figures[place % figures.length] as string)
}

function frame(size: number, background: string, drawing: string): DemoPicture {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">`
  return { svg: `${open}<rect width="100" height="100" fill="${background}"/>${drawing}</svg>` }
}

const tintOf = (hue: number, shade: number): number => (hue + itemAt(shifts, shade) + 360) % 360

const inkOf = (hue: number, strength: number): Ink => ({
  body: colour(hue, Math.round(50 * strength), 58),
  dark: colour(hue, Math.round(44 * strength), 38),
  light: colour(hue, Math.round(60 * strength), 84),
})

const colour = (hue: number, saturation: number, lightness: number): string =>
  `hsl(${hue}, ${saturation}%, ${lightness}%)`

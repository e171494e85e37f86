/** Silhouettes of goods in a box of 100 × 100; each is drawn in three tones of one colour. */
export interface Ink {
  readonly body: string
  readonly dark: string
  readonly light: string
}

type Box = readonly [x: number, y: number, width: number, height: number]
const rect = (fill: string, [x, y, width, height]: Box, round = 2): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`
const disc = (fill: string, x: number, y: number, across: number, down = across): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="${fill}"/>`
const path = (fill: string, d: string): string => `<path d="${d}" fill="${fill}"/>`
const line = (stroke: string, width: number, d: string): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" ` +
  `stroke-linecap="round" stroke-linejoin="round"/>`
const turned = (degrees: number, ...parts: readonly string[]): string =>
  `<g transform="rotate(${degrees} 50 50)">${parts.join('')}</g>`

export const shapes = {
  pouch: ({ body, dark, light }: Ink) =>
    path(body, 'M28 20H72L69 26Q74 50 69 76L72 82H28L31 76Q26 50 31 26Z') +
    rect(dark, [28, 20, 44, 5], 1) +
    rect(dark, [28, 77, 44, 5], 1) +
    disc(light, 50, 51, 13),
  bottle: ({ body, dark, light }: Ink) =>
    path(body, 'M44 26H56V36Q66 42 66 52V80Q66 84 62 84H38Q34 84 34 80V52Q34 42 44 36Z') +
    rect(dark, [43, 16, 14, 9]) +
    rect(light, [34, 54, 32, 18], 0),
  can: ({ body, dark, light }: Ink) =>
    rect(body, [34, 20, 32, 62], 4) +
    disc(dark, 50, 22, 16, 4) +
    disc(light, 50, 21, 12, 2.4) +
    path(light, 'M34 44L66 36V58L34 66Z'),
  sack: ({ body, dark, light }: Ink) =>
    path(body, 'M32 26H68L74 40V78Q74 84 68 84H32Q26 84 26 78V40Z') +
    rect(dark, [30, 18, 40, 9]) +
    rect(light, [35, 48, 30, 22], 3) +
    line(dark, 2, 'M41 56H59M41 62H54'),
  carton: ({ body, dark, light }: Ink) =>
    path(dark, 'M34 32L42 20H66L66 32Z') +
    rect(body, [34, 32, 32, 52], 1) +
    path(light, 'M34 58Q42 50 50 58T66 58V70H34Z') +
    rect(dark, [40, 16, 28, 5], 1),
  egg: ({ body, dark, light }: Ink) =>
    disc(body, 34, 50, 11, 14) +
    disc(light, 50, 48, 11, 14) +
    disc(body, 66, 50, 11, 14) +
    path(dark, 'M18 56H82L77 74Q76 78 72 78H28Q24 78 23 74Z') +
    line(light, 2, 'M40 60V74M60 60V74'),
  steak: ({ body, dark, light }: Ink) =>
    path(dark, 'M24 56Q20 32 44 28Q72 22 80 44Q86 64 66 70Q52 72 44 78Q28 80 24 56Z') +
    path(body, 'M29 55Q27 36 46 33Q70 28 75 46Q79 60 64 65Q50 67 43 72Q31 73 29 55Z') +
    disc(light, 61, 47, 6, 5) +
    line(light, 2.4, 'M36 50Q42 44 48 48M40 62Q48 56 54 58'),
  fish: ({ body, dark, light }: Ink) =>
    path(dark, 'M66 50L86 34V66Z') +
    path(body, 'M14 50Q34 24 58 34Q68 40 74 50Q68 60 58 66Q34 76 14 50Z') +
    disc(light, 29, 46, 3.4) +
    line(dark, 2.4, 'M40 38Q46 50 40 62') +
    line(light, 2, 'M50 44Q53 50 50 56M58 46Q60 50 58 54'),
  tub: ({ body, dark, light }: Ink) =>
    disc(light, 42, 36, 13) +
    disc(body, 58, 34, 13) +
    disc(light, 51, 27, 11) +
    path(dark, 'M26 42H74L68 80Q67 84 63 84H37Q33 84 32 80Z') +
    path(light, 'M29 56H71L69.5 66H30.5Z'),
  pump: ({ body, dark, light }: Ink) =>
    rect(body, [34, 38, 32, 46], 6) +
    rect(dark, [45, 28, 10, 10], 1) +
    rect(dark, [48, 20, 4, 9], 0) +
    path(dark, 'M36 15H54Q56 15 56 18V21H44Q40 21 36 19Z') +
    rect(light, [40, 50, 20, 20], 3),
  tube: ({ body, dark, light }: Ink) =>
    turned(
      24,
      path(body, 'M38 16H62L58 68H42Z'),
      rect(dark, [37, 13, 26, 5], 1),
      rect(dark, [43, 69, 14, 13], 2),
      path(light, 'M41.5 40H58.5L57.5 54H42.5Z'),
    ),
  jug: ({ body, dark, light }: Ink) =>
    path(body, 'M40 28H62Q74 34 74 48V78Q74 84 68 84H32Q26 84 26 78V50Q26 34 40 28Z') +
    rect(dark, [43, 16, 16, 11]) +
    line(light, 5, 'M62 40Q68 46 66 58') +
    rect(light, [32, 56, 26, 18], 3),
  roll: ({ body, dark, light }: Ink) =>
    path(light, 'M50 26H70V74H50Z') +
    path(body, 'M34 26H66V74H34Z') +
    disc(light, 34, 50, 13, 24) +
    disc(dark, 34, 50, 4.5, 8) +
    path(light, 'M62 26H66Q78 26 78 50V84H62Z') +
    line(body, 1.6, 'M64 66H76'),
  pan: ({ body, dark, light }: Ink) =>
    rect(dark, [66, 46, 26, 8], 4) +
    disc(body, 42, 50, 30) +
    disc(dark, 42, 50, 24) +
    line(light, 3, 'M28 42Q34 34 44 34'),
  cup: ({ body, dark, light }: Ink) =>
    line(dark, 6, 'M66 42Q82 42 80 54Q78 66 63 66') +
    path(body, 'M26 32H70L65 76Q64 82 58 82H38Q32 82 31 76Z') +
    disc(dark, 48, 32, 22, 5) +
    rect(light, [34, 50, 28, 6], 3),
  towel: ({ body, dark, light }: Ink) =>
    rect(dark, [22, 62, 56, 16], 8) +
    rect(body, [22, 46, 56, 16], 8) +
    rect(dark, [22, 30, 56, 16], 8) +
    line(light, 2.4, 'M30 54H66M30 38H60M30 70H68'),
  crate: ({ body, dark, light }: Ink) =>
    path(body, 'M24 38H76V78Q76 82 72 82H28Q24 82 24 78Z') +
    rect(dark, [20, 26, 60, 13], 3) +
    rect(light, [40, 50, 20, 9], 4.5) +
    line(dark, 2, 'M32 70H68'),
  slipper: ({ body, dark, light }: Ink) =>
    path(dark, 'M16 66Q16 56 30 56H74Q86 56 86 66Q86 74 76 74H26Q16 74 16 66Z') +
    path(body, 'M18 62Q20 40 40 38Q54 38 60 58L58 64H22Z') +
    line(light, 3, 'M28 50Q34 44 42 45'),
  wrench: ({ body, dark, light }: Ink) =>
    turned(
      40,
      rect(body, [44, 32, 12, 52], 6),
      path(body, 'M34 18L42 24V34H58V24L66 18Q74 30 64 42L56 46H44L36 42Q26 30 34 18Z'),
      disc(light, 50, 76, 3),
      line(dark, 2, 'M50 46V68'),
    ),
  driver: ({ body, dark, light }: Ink) =>
    turned(
      38,
      rect(dark, [47.5, 50, 5, 34], 1),
      path(dark, 'M46 84H54L52 90H48Z'),
      rect(body, [40, 12, 20, 34], 7),
      rect(dark, [44, 45, 12, 6], 1),
      line(light, 2.4, 'M46 18V38M54 18V38'),
    ),
  socket: ({ body, dark, light }: Ink) =>
    rect(body, [22, 22, 56, 56], 7) +
    rect(light, [29, 29, 42, 42], 4) +
    line(dark, 4, 'M43 36V42M57 36V42M50 50V55M42 58L39 64M58 58L61 64'),
  bulb: ({ body, dark, light }: Ink) =>
    path(body, 'M50 16Q74 16 74 39Q74 50 64 58Q60 62 60 68H40Q40 62 36 58Q26 50 26 39Q26 16 50 16Z') +
    rect(dark, [40, 70, 20, 5]) +
    rect(dark, [42, 77, 16, 5]) +
    line(light, 4, 'M36 36Q38 27 47 25'),
  bolt: ({ body, dark, light }: Ink) =>
    turned(
      -35,
      path(dark, 'M34 16H66L72 26L66 36H34L28 26Z'),
      rect(body, [42, 36, 16, 48], 2),
      line(dark, 2.4, 'M42 48L58 44M42 56L58 52M42 64L58 60M42 72L58 68M42 80L58 76'),
      line(light, 2, 'M38 26H54'),
    ),
  tape: ({ body, dark, light }: Ink) =>
    path(dark, 'M62 76H86V84H50Z') +
    disc(body, 48, 50, 33) +
    disc(light, 48, 50, 20) +
    disc(dark, 48, 50, 15) +
    disc(light, 48, 50, 11),
  pen: ({ body, dark, light }: Ink) =>
    turned(
      36,
      rect(body, [43, 14, 14, 54], 4),
      path(light, 'M43 68H57L50 86Z'),
      path(dark, 'M48 81L52 81L50 87Z'),
      rect(dark, [43, 24, 14, 4], 0),
      rect(dark, [57, 16, 3, 20], 1.5),
    ),
  paper: ({ body, dark, light }: Ink) =>
    path(dark, 'M20 60L50 74L80 60V68L50 82L20 68Z') +
    path(body, 'M20 48L50 62L80 48V58L50 72L20 58Z') +
    path(light, 'M20 44L50 30L80 44L50 58Z') +
    line(body, 2, 'M42 44L56 38M48 48L62 41'),
  book: ({ body, dark, light }: Ink) =>
    rect(light, [32, 24, 44, 58], 3) +
    rect(body, [28, 20, 44, 58], 3) +
    rect(dark, [28, 20, 8, 58], 2) +
    rect(light, [43, 32, 22, 12], 2) +
    line(light, 2, 'M44 54H64M44 61H58'),
  device: ({ body, dark, light }: Ink) =>
    rect(light, [34, 16, 32, 24], 1) +
    rect(body, [20, 34, 60, 34], 5) +
    rect(dark, [28, 42, 44, 4], 2) +
    path(light, 'M32 60H68V84H32Z') +
    disc(light, 70, 53, 3) +
    line(dark, 1.8, 'M38 68H62M38 74H56'),
} satisfies Readonly<Record<string, (ink: Ink) => string>>

export type Shape = keyof typeof shapes

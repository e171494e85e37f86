/** Contrasts that every theme has, so that its texts can be read and its controls be found. */
import { themeColors } from './default-colors.ts'
import type { ThemeColor } from './tokens.ts'

const grounds: readonly ThemeColor[] = ['ground', 'surface', 'raised', 'hover']

interface ContrastRule {
  readonly color: ThemeColor
  /** A color of the theme, or the white text of primary buttons. */
  readonly on: ThemeColor | 'white'
  /** WCAG 2.2: 7 and 4.5 for texts, 3 for lines and marks. */
  readonly least: number
}

const onGrounds = (color: ThemeColor, least: number): readonly ContrastRule[] =>
  grounds.map((on) => ({ color, on, least }))

export const contrastRules: readonly ContrastRule[] = [
  ...onGrounds('text', 7),
  ...onGrounds('muted', 4.5),
  ...onGrounds('accent', 4.5),
  ...onGrounds('danger', 4.5),
  ...onGrounds('warning', 4.5),
  ...onGrounds('success', 4.5),
  ...onGrounds('control-line', 3),
  ...onGrounds('focus', 3),
  { color: 'accent', on: 'accent-soft', least: 4.5 },
  { color: 'primary', on: 'white', least: 4.5 },
  { color: 'primary-hover', on: 'white', least: 4.5 },
  { color: 'primary-active', on: 'white', least: 4.5 },
]

export interface LowContrast extends ContrastRule {
  /** Rounded down to two digits. */
  readonly found: number
}

/** The rules that the colors break; those that are not given are the built-in ones. */
export function findLowContrasts(
  theme: 'light' | 'dark',
  colors: Readonly<Partial<Record<ThemeColor, string>>>,
): readonly LowContrast[] {
  const all: Readonly<Record<string, string>> = { ...themeColors[theme], ...colors, white: '#ffffff' }
  return contrastRules.flatMap((rule) => {
    const contrast = contrastOf(all[rule.color] ?? '', all[rule.on] ?? '')
    return contrast < rule.least ? [{ ...rule, found: Math.floor(contrast * 100) / 100 }] : []
  })
}

/** WCAG 2.2: (L1 + 0.05) / (L2 + 0.05), of two colors as `#rrggbb`. */
export function contrastOf(foreground: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(foreground), luminance(other)].sort((left, right) => right - left)
  return (bright + 0.05) / (dim + 0.05)
}

/** Relative luminance by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

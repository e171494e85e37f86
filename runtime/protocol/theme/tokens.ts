/** What a module may change of the look: colors of the light and the dark theme, and corners. */

/** Grounds, lines, texts, buttons and marks, and the series of charts. */
export const themeColorNames = [
  'ground',
  'surface',
  'raised',
  'line',
  'control-line',
  'text',
  'muted',
  'accent',
  'accent-soft',
  'hover',
  'primary',
  'primary-hover',
  'primary-active',
  'danger',
  'warning',
  'success',
  'focus',
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
] as const

/** Radius of inputs and tags, of menus and lists, of cards. */
export const themeShapes = ['radius-control', 'radius', 'radius-card'] as const

export type ThemeColor = (typeof themeColorNames)[number]
export type ThemeShape = (typeof themeShapes)[number]

/** What a module changes; what it leaves out stays as it is. */
export interface Theme {
  /** Six hexadecimal digits each (`#215db0`). */
  readonly light?: { readonly [Color in ThemeColor]?: `#${string}` }
  readonly dark?: { readonly [Color in ThemeColor]?: `#${string}` }
  /** In pixels (`6px`). */
  readonly shape?: { readonly [Shape in ThemeShape]?: `${number}px` }
}

export const isThemeColor = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value)
export const isThemeSize = (value: string): boolean => /^\d{1,2}px$/.test(value)

/** Colors and corners that modules set, on top of `theme.css`. */
import { isThemeColor, isThemeSize, themeColorNames, themeShapes, type Theme } from '../../../protocol/index.ts'

let sheet: CSSStyleSheet | null = null

/**
 * Applies the themes, before anything is rendered; where two set the same, the later one wins. The style sheet is made
 * of rules, which the content security policy allows. What is no token or no value of one is left out.
 */
export function applyThemes(themes: readonly Theme[]): void {
  if (sheet === null && themes.length === 0) return
  if (sheet === null) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(themeCss(themes))
}

/** The text of that style sheet. */
export function themeCss(themes: readonly Theme[]): string {
  const colors = (theme: 'light' | 'dark'): string =>
    declarations(
      themes.map((colors) => colors[theme]),
      themeColorNames,
      isThemeColor,
    )
  const shapes = declarations(
    themes.map(({ shape }) => shape),
    themeShapes,
    isThemeSize,
  )
  return `:root{${colors('light')}${shapes}}:root[data-theme='dark']{${colors('dark')}}`
}

function declarations(
  parts: readonly (Readonly<Record<string, string | undefined>> | undefined)[],
  names: readonly string[],
  isValue: (value: string) => boolean,
): string {
  const merged: Readonly<Record<string, string | undefined>> = Object.assign({}, ...parts)
  return names
    .flatMap((name) => {
      const value = merged[name]
      return value !== undefined && isValue(value) ? [`--tw-${name}:${value};`] : []
    })
    .join('')
}

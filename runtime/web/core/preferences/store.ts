/**
 * The display preferences of the user: layout and language, stored in this browser under `storeConfig_v2`; the theme
 * under a key of its own, as plain text.
 */
import { proxy, subscribe } from 'valtio'
import { languageOf, languages, type Language } from '../../../protocol/index.ts'
import { readStored, readStoredText, writeStored, writeStoredText } from './browser-storage.ts'

export type Theme = 'light' | 'dark' | 'system'
export const themes: readonly Theme[] = ['light', 'dark', 'system']

/** `Default`: the menu has full height. `Classic`: the header has full width and contains the tabs. */
export const layoutModes = ['Default', 'Classic'] as const
export type LayoutMode = (typeof layoutModes)[number]

/** How a page comes in. */
export const mainAnimations = ['slide-right', 'slide-left', 'fade', 'none'] as const
export type MainAnimation = (typeof mainAnimations)[number]

/** Below this width (CSS pixels) the menu is a drawer. */
export const narrowBelow = 1024
/** CSS pixels; the user may choose between `min` and `max`. */
export const menuWidths = { open: 260, collapsed: 64, min: 200, max: 400 } as const

export interface LayoutState {
  layoutMode: LayoutMode
  mainAnimation: MainAnimation
  theme: Theme
  /** CSS pixels of the open menu. */
  menuWidth: number
  menuCollapse: boolean
  /** Only one folder of the menu is open at a time. */
  menuUniqueOpened: boolean
  menuDefaultIcon: string
  /** Open pages are shown as a row of tabs above the page. */
  showTabs: boolean
  /** Keys that act without Ctrl, ⌘ or Alt, such as `?` and `/`. */
  singleKeys: boolean
  /** The window is too narrow for a side menu. */
  shrink: boolean
}

interface LanguageState {
  defaultLang: Language
  fallbackLang: Language
  langArray: { name: Language; value: string }[]
}

/** The stored shape; its names are fixed by browsers that already contain settings. */
export interface Config {
  layout: LayoutState
  lang: LanguageState
}

const configKey = 'storeConfig_v2'

/** Contains `light`, `dark` or `auto`. */
const themeKey = 'vueuse-color-scheme'

/** Every language names itself. */
export const languageNames: Readonly<Record<Language, string>> = { 'zh-cn': '中文简体', en: 'English' }

export const config: Config = proxy(readConfig())

/**
 * Whether the language was chosen in this browser, now or in an earlier visit. Until then that of the browser is shown,
 * unless the site has a first language of its own.
 */
export const languageChoice: { isMade: boolean } = { isMade: storedLanguage() !== undefined }

/** Shows a first visit in the language that the site sets for it; `browser` leaves it as it is. */
export function applyFirstLanguage(first: unknown): void {
  const language = languages.find((supported) => supported === first)
  if (language !== undefined && !languageChoice.isMade) config.lang.defaultLang = language
  languageChoice.isMade = true
}

/** The user's layout before the window became narrow; null while it is wide. */
export const layoutBeforeNarrow: { layout: Pick<LayoutState, 'layoutMode' | 'menuCollapse'> | null } = { layout: null }

subscribe(config, () => {
  const { theme, ...layout } = config.layout
  writeStoredText(themeKey, theme === 'system' ? 'auto' : theme)
  // The layout of a narrow window is not the user's choice.
  writeStored(configKey, { layout: { ...layout, ...layoutBeforeNarrow.layout, shrink: false }, lang: config.lang })
})

/** Reads the stored settings; missing or malformed values get their default. */
function readConfig(): Config {
  const config = readStored(configKey)
  const layout = partOf(config, 'layout')
  return {
    layout: readLayout(layout, readTheme()),
    lang: {
      defaultLang: storedLanguage() ?? languageOfBrowser(),
      fallbackLang: 'zh-cn',
      langArray: languages.map((name) => ({ name, value: languageNames[name] })),
    },
  }
}

function storedLanguage(): Language | undefined {
  const { defaultLang } = partOf(readStored(configKey), 'lang')
  return languages.find((language) => language === defaultLang)
}

/** The first one that there is. `before-paint.ts` decides the same for the page. */
function languageOfBrowser(): Language {
  for (const tag of globalThis.navigator?.languages ?? []) {
    const language = languageOf(tag)
    if (language !== null) return language
  }
  return 'zh-cn'
}

/** The default layout. */
export function defaultLayout(): LayoutState {
  return readLayout({}, 'light')
}

function readTheme(): Theme {
  const word = readStoredText(themeKey)
  return word === 'auto' ? 'system' : word === 'dark' ? 'dark' : 'light'
}

function readLayout(layout: Readonly<Record<string, unknown>>, theme: Theme): LayoutState {
  const { menuWidth } = layout
  return {
    layoutMode: layoutModes.find((mode) => mode === layout['layoutMode']) ?? 'Default',
    mainAnimation: mainAnimations.find((animation) => animation === layout['mainAnimation']) ?? 'slide-right',
    theme,
    menuWidth:
      typeof menuWidth === 'number' && menuWidth >= menuWidths.min && menuWidth <= menuWidths.max
        ? Math.round(menuWidth)
        : menuWidths.open,
    menuCollapse: layout['menuCollapse'] === true,
    menuUniqueOpened: layout['menuUniqueOpened'] === true,
    menuDefaultIcon: 'fa fa-circle-o',
    showTabs: layout['showTabs'] !== false,
    singleKeys: layout['singleKeys'] !== false,
    shrink: false,
  }
}

function partOf(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const whole = value as Readonly<Record<string, unknown>> | null
  const part = typeof whole === 'object' && whole !== null ? whole[key] : null
  return typeof part === 'object' && part !== null ? (part as Readonly<Record<string, unknown>>) : {}
}

/** What a person decides about the screen: layout, language, light or dark. Kept in this browser under `storeConfig_v2`. */
import { proxy, subscribe } from 'valtio'
import { languages, type Language } from '../../protocol/index.ts'
import { readStored, writeStored } from './storage.ts'

export type Theme = 'light' | 'dark' | 'system'
export const themes: readonly Theme[] = ['light', 'dark', 'system']

/** Below this width (CSS pixels) the menu is a drawer. */
export const narrowBelow = 1024
export const menuWidths = { open: 260, collapsed: 64 } as const

export interface LayoutState {
  layoutMode: 'Default'
  theme: Theme
  menuCollapse: boolean
}

export interface LanguageState {
  defaultLang: Language
  fallbackLang: Language
  langArray: { name: Language; value: string }[]
}

/** The stored shape; the names are those the product keeps its settings by. */
export interface Config {
  layout: LayoutState
  lang: LanguageState
}

export const configKey = 'storeConfig_v2'

/** Every language names itself. */
export const languageNames: Readonly<Record<Language, string>> = { 'zh-cn': '中文简体', en: 'English' }

export const config: Config = proxy(readConfig())

subscribe(config, () => writeStored(configKey, config))

/** Reads the settings as stored; whatever is missing or malformed takes its default. */
export function readConfig(): Config {
  const stored = readStored(configKey)
  const layout = partOf(stored, 'layout')
  const lang = partOf(stored, 'lang')
  return {
    layout: {
      layoutMode: 'Default',
      theme: themes.find((theme) => theme === layout['theme']) ?? 'light',
      menuCollapse: layout['menuCollapse'] === true,
    },
    lang: {
      defaultLang: languages.find((language) => language === lang['defaultLang']) ?? 'zh-cn',
      fallbackLang: 'zh-cn',
      langArray: languages.map((name) => ({ name, value: languageNames[name] })),
    },
  }
}

function partOf(value: unknown, key: string): Readonly<Record<string, unknown>> {
  const whole = value as Readonly<Record<string, unknown>> | null
  const part = typeof whole === 'object' && whole !== null ? whole[key] : null
  return typeof part === 'object' && part !== null ? (part as Readonly<Record<string, unknown>>) : {}
}

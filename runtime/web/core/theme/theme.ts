/** The theme of the page, as the user or the system has set it. Importing it loads the stylesheets. */
import 'normalize.css/normalize.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import './theme.css'
import './controls.css'
import { subscribe } from 'valtio'
import { useLayoutEffect } from 'react'
import type { Language } from '../../../protocol/index.ts'
import { config, type Theme } from '../preferences/store.ts'

const darkSystem = '(prefers-color-scheme: dark)'

/** Whether a setting means dark now. */
function isDark(theme: Theme): boolean {
  return theme === 'system' ? matchMedia(darkSystem).matches : theme === 'dark'
}

/** Applies theme and language now and on every change. Returns a function that stops it. */
export function followConfig(): () => void {
  const system = matchMedia(darkSystem)
  applyConfig()
  const stop = subscribe(config, applyConfig, true)
  system.addEventListener('change', applyConfig)
  return () => {
    stop()
    system.removeEventListener('change', applyConfig)
  }
}

/** The theme of a page that has its own, such as a display on a wall; null = that of the user. */
let pageTheme: 'light' | 'dark' | null = null

/** Shows everything in this theme while the component is mounted, whatever the user has chosen. */
export function usePageTheme(theme: 'light' | 'dark'): void {
  useLayoutEffect(() => {
    pageTheme = theme
    applyConfig()
    return () => {
      pageTheme = null
      applyConfig()
    }
  }, [theme])
}

const languageTags: Readonly<Record<Language, string>> = { 'zh-cn': 'zh-CN', en: 'en' }

function applyConfig(): void {
  const dark = pageTheme === null ? isDark(config.layout.theme) : pageTheme === 'dark'
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', dark)
  document.documentElement.lang = languageTags[config.lang.defaultLang]
}

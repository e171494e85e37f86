/** The theme of the page, as the user or the system has set it. Importing it loads the stylesheets. */
import 'normalize.css/normalize.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import './theme.css'
import './controls.css'
import { subscribe } from 'valtio'
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

const languageTags: Readonly<Record<Language, string>> = { 'zh-cn': 'zh-CN', en: 'en' }

function applyConfig(): void {
  const dark = isDark(config.layout.theme)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', dark)
  document.documentElement.lang = languageTags[config.lang.defaultLang]
}

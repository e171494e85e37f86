/** The language of the page: the one chosen in this browser before, else the first of its languages that is known. */
import type { Language } from 'tablewright/protocol'

function storedLanguage(): unknown {
  try {
    const config = JSON.parse(localStorage.getItem('storeConfig_v2') ?? 'null') as {
      readonly lang?: { readonly defaultLang?: unknown }
    } | null
    return config?.lang?.defaultLang
  } catch {
    return undefined
  }
}

function readLanguage(): Language {
  const choice = storedLanguage()
  if (choice === 'en' || choice === 'zh-cn') return choice
  const first = navigator.languages.find((tag) => /^(zh|en\b)/i.test(tag)) ?? 'zh'
  return /^en/i.test(first) ? 'en' : 'zh-cn'
}

export const language: Language = readLanguage()

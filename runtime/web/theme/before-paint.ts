/**
 * Runs as a classic script before the first paint: sets light or dark, and the language of the page, from what this
 * browser keeps. Imports nothing; theme.ts does the same from then on.
 */
{
  let stored: { layout?: { theme?: unknown }; lang?: { defaultLang?: unknown } } | null = null
  try {
    stored = JSON.parse(localStorage.getItem('storeConfig_v2') ?? 'null')
  } catch {
    stored = null
  }
  const theme = stored?.layout?.theme ?? 'light'
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', isDark)
  document.documentElement.lang = stored?.lang?.defaultLang === 'en' ? 'en' : 'zh-CN'
}

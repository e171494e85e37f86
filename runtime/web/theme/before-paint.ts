/**
 * Runs as a classic script before the first paint: sets light or dark, and the language of the page, from what this
 * browser stores. Imports nothing; theme.ts takes over afterwards.
 */
{
  let language: unknown
  let theme: string | null = null
  try {
    theme = localStorage.getItem('vueuse-color-scheme')
    language = (
      JSON.parse(localStorage.getItem('storeConfig_v2') ?? 'null') as { lang?: { defaultLang?: unknown } } | null
    )?.lang?.defaultLang
  } catch {
    // Unreadable settings get their defaults.
  }
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', isDark)
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN'
}

/**
 * Runs as a classic script before the first paint: sets light or dark, and the language of the page, from what this
 * browser keeps. Imports nothing; theme.ts does the same from then on.
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
    // What cannot be read has its default.
  }
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', isDark)
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN'
}

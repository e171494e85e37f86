/**
 * Runs as a classic script before the first paint: sets light or dark, and the language of the page, from what this
 * browser stores. Imports nothing; theme.ts takes over afterwards. Who returns to the admin area gets its code at once
 * instead of one file after the other; the build names its files (see vite.config.ts).
 */
{
  let language: unknown
  let theme: string | null = null
  let isSignedIn = false
  try {
    theme = localStorage.getItem('vueuse-color-scheme')
    language = (
      JSON.parse(localStorage.getItem('storeConfig_v2') ?? 'null') as { lang?: { defaultLang?: unknown } } | null
    )?.lang?.defaultLang
    const token = (JSON.parse(localStorage.getItem('adminInfo') ?? 'null') as { token?: unknown } | null)?.token
    isSignedIn = typeof token === 'string' && token !== ''
  } catch {
    // Unreadable settings get their defaults.
  }
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  document.body.classList.toggle('bp6-dark', isDark)
  // As `preferences/store.ts` decides for a first visit.
  const first = navigator.languages.find((tag) => /^(zh|en\b)/i.test(tag)) ?? 'zh'
  const isEnglish = language === 'en' || (language !== 'zh-cn' && /^en/i.test(first))
  document.documentElement.lang = isEnglish ? 'en' : 'zh-CN'
  if (isSignedIn && location.hash.startsWith('#/admin')) {
    for (const file of document.currentScript?.dataset['admin']?.split(' ') ?? []) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
  }
}

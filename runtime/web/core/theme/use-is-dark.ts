import { useSyncExternalStore } from 'react'

/** Whether the page is dark now, for what is drawn without stylesheets; renders again when that changes. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, isDark)
}

const isDark = (): boolean => document.documentElement.dataset['theme'] === 'dark'

function subscribe(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

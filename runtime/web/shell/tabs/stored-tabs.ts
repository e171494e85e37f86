/**
 * The open tabs of this window, for its next load: they survive a reload, and other windows have their own. Another
 * account does not get them.
 */
import type { Tab, Tabs } from './tabs.ts'

const key = 'tablewright.tabs'
/** Tabs that come back at most. */
const most = 30

interface StoredTabs {
  readonly admin: number
  /** Path and query of each. */
  readonly tabs: readonly { readonly id: string; readonly pathname: string; readonly search: string }[]
}

export function readTabs(admin: number): Tabs {
  const stored = readJson()
  return stored?.admin === admin ? stored.tabs.slice(0, most).map(tabOf) : []
}

export function storeTabs(admin: number, tabs: Tabs): void {
  const open = tabs.filter((tab) => !tab.isClosing)
  const stored: StoredTabs = {
    admin,
    tabs: open.map(({ id, location: { pathname, search } }) => ({ id, pathname, search })),
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // Without storage the tabs last as long as the page.
  }
}

function tabOf({ id, pathname, search }: StoredTabs['tabs'][number]): Tab {
  const location = { pathname, search, hash: '', state: null, key: 'stored' }
  return { id, location, reloads: 0, isClosing: false }
}

/** Null for what another program, or an older version, has put there. */
function readJson(): StoredTabs | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredTabs | null
    const isValid =
      Array.isArray(stored?.tabs) &&
      stored.tabs.every((tab) => [tab?.id, tab?.pathname, tab?.search].every((text) => typeof text === 'string'))
    return isValid ? stored : null
  } catch {
    return null
  }
}

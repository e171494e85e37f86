/** The open pages. Pure. */
import type { Location } from 'react-router-dom'

export interface Tab {
  /** Identity of the page; see menu/pages.ts. */
  readonly id: string
  /** The last location of the page: path, query, state. */
  readonly location: Location
  /** Counts reloads. */
  readonly reloads: number
  /** Goes as soon as another page is shown. */
  readonly isClosing: boolean
}

export type Tabs = readonly Tab[]

/**
 * The tabs while `id` is shown at `location`: its tab exists and has that location, tabs marked as closing are
 * removed. The same list when nothing changes.
 */
export function showTab(tabs: Tabs, id: string, location: Location): Tabs {
  const known = tabs.find((tab) => tab.id === id)
  const staying = tabs.filter((tab) => tab.id === id || !tab.isClosing)
  if (!known) return [...staying, { id, location, reloads: 0, isClosing: false }]
  if (isSamePlace(known.location, location)) return staying.length === tabs.length ? tabs : staying
  return staying.map((tab) => (tab.id === id ? { ...tab, location } : tab))
}

/** Marks tabs as going. */
export function markClosing(tabs: Tabs, ids: readonly string[]): Tabs {
  return tabs.map((tab) => (ids.includes(tab.id) ? { ...tab, isClosing: true } : tab))
}

/** A fresh page in the same tab. */
export function reloadTab(tabs: Tabs, id: string): Tabs {
  return tabs.map((tab) => (tab.id === id ? { ...tab, reloads: tab.reloads + 1 } : tab))
}

/** A hidden page has changed its own query. */
export function setTabSearch(tabs: Tabs, id: string, search: string): Tabs {
  return tabs.map((tab) => (tab.id === id ? { ...tab, location: { ...tab.location, search, state: null } } : tab))
}

/** The tab `step` positions away, wrapping around. A page that has no tab yet counts as the last one. */
export function adjacentTab(tabs: Tabs, id: string | null, step: number): Tab | null {
  const known = tabs.findIndex((tab) => tab.id === id)
  const [at, count] = known === -1 ? [tabs.length, tabs.length + 1] : [known, tabs.length]
  return tabs[(at + step + count) % count] ?? null
}

function isSamePlace(one: Location, other: Location): boolean {
  return one === other || (one.key === other.key && one.pathname === other.pathname && one.search === other.search)
}

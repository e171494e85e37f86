/** The open pages of the admin area, and what can be done with them. */
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, type Location } from 'react-router-dom'
import { session } from '../../core/auth/session.ts'
import type { PageNavigate } from '../../core/page/page.ts'
import { useNavigate } from '../../core/page/router.tsx'
import { isIframePath } from '../pages/iframe-url.ts'
import { pageId, type Pages } from '../menu/pages.ts'
import { currentPageId } from './current-page-id.ts'
import { readTabs, storeTabs } from './stored-tabs.ts'
import { markClosing, setTabSearch, adjacentTab, reloadTab, showTab, type Tab, type Tabs } from './tabs.ts'
import { useUnsavedGuard, type UnsavedGuard } from './unsaved-guard.ts'

export interface Workspace extends UnsavedGuard {
  readonly pages: Pages
  readonly tabs: Tabs
  /** The tab of the visible page; null while the address matches none. */
  readonly activeId: string | null
  /**
   * The tab of the page in the address: ahead of `activeId` until that page is rendered. For actions, not for
   * rendering.
   */
  readonly currentId: () => string | null
  /** The last path and query of an open, hidden page; the bare path for all others. */
  readonly lastLocationOf: (path: string) => string
  readonly show: (id: string) => void
  /** Activates the tab `step` positions away. */
  readonly switchTab: (step: number) => void
  readonly reload: (id: string) => void
  readonly close: (ids: readonly string[]) => void
  /** Changes the query of a hidden page. */
  readonly setSearch: (id: string, search: string) => void
  readonly navigate: PageNavigate
}

const WorkspaceContext = createContext<Workspace | null>(null)
export const WorkspaceProvider = WorkspaceContext.Provider

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (!workspace) throw new Error('a part of the workspace stands outside it')
  return workspace
}

/** @param home path of the page that stays when all others are closed */
export function useWorkspaceState(pages: Pages, home: string): Workspace {
  const location = useLocation()
  const navigate = useNavigate()
  const isPage = (one: string): boolean => pages.has(one) || isIframePath(one)
  const pageOr = (id: string): string | null => (isPage(id) ? id : null)
  const activeId = pageOr(pageId(location.pathname))
  const currentId = (): string | null => pageOr(currentPageId())
  const { tabs, change, staying } = useTabs(activeId, location, isPage)
  const unsavedGuard = useUnsavedGuard(activeId, (path) => isPage(pageId(path)))
  const lastLocationOf = (path: string): string => {
    const tab = tabs.find((one) => one.id === pageId(path))
    return tab && tab.id !== activeId ? tab.location.pathname + tab.location.search : path
  }
  const show = (tab: Tab | null | undefined): void => {
    if (tab && tab.id !== currentId()) navigate(tab.location.pathname + tab.location.search)
  }
  const reload = (id: string): void => {
    unsavedGuard.removeGuards([id])
    change((open) => reloadTab(open, id))
  }
  const close = (ids: readonly string[]): void => {
    unsavedGuard.removeGuards(ids)
    const at = currentId()
    const last = staying()
      .filter((tab) => !ids.includes(tab.id))
      .at(-1)
    const isOnlyHome = !last && at === pageId(home)
    change((open) => markClosing(open, isOnlyHome ? ids.filter((one) => one !== at) : ids))
    if (isOnlyHome) reload(at)
    if (at !== null && ids.includes(at)) navigate(last ? last.location.pathname + last.location.search : home)
  }
  return {
    ...unsavedGuard,
    pages,
    tabs,
    activeId,
    currentId,
    lastLocationOf,
    navigate,
    reload,
    close,
    show: (id) => show(tabs.find((tab) => tab.id === id)),
    switchTab: (step) => show(adjacentTab(staying(), currentId(), step)),
    setSearch: (id, search) => change((open) => setTabSearch(open, id, search)),
  }
}

/** Kept while the shell is unmounted (at the 404 page), for the same admin. */
let remembered: { readonly admin: number; readonly tabs: Tabs } = { admin: 0, tabs: [] }

function useTabs(activeId: string | null, location: Location, isPage: (id: string) => boolean) {
  const [stored, setTabs] = useState<Tabs>(() =>
    remembered.admin === session.admin.id ? remembered.tabs : readTabs(session.admin.id),
  )
  const allowed = stored.every((tab) => isPage(tab.id)) ? stored : stored.filter((tab) => isPage(tab.id))
  const tabs = activeId === null ? allowed : showTab(allowed, activeId, location)
  // Set in the same rendering, so that the visible page and its tab never differ.
  if (tabs !== stored) setTabs(tabs)
  // `change` writes it as well, so that two changes in one event build on each other.
  const latest = useRef(tabs)
  useLayoutEffect(() => {
    latest.current = tabs
  }, [tabs])
  useEffect(() => storeTabs(session.admin.id, tabs), [tabs])
  useEffect(
    () => () => {
      const { id, token } = session.admin
      remembered = {
        admin: token === '' ? 0 : id,
        tabs: latest.current
          .filter((tab) => !tab.isClosing)
          .map((tab) => ({ ...tab, location: { ...tab.location, state: null } })),
      }
    },
    [],
  )
  const change = (next: (open: Tabs) => Tabs): void => {
    latest.current = next(latest.current)
    setTabs(next)
  }
  return { tabs, change, staying: (): Tabs => latest.current.filter((tab) => !tab.isClosing) }
}

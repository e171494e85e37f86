/**
 * All open pages, of which one is visible. The others keep their state (rows, filters, an open form with its input):
 * they are hidden, not unmounted. React's Activity would end their effects, and with them the portals of Blueprint's
 * drawers.
 */
import { PortalProvider } from '@blueprintjs/core'
import { memo, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLatest } from '../../core/react/use-latest.ts'
import { PageBoundary } from '../PageBoundary.tsx'
import { PageContext, type BlockedNavigation, type Page } from '../../core/page/page.ts'
import { config } from '../../core/preferences/store.ts'
import { PageContent } from '../admin/PageContent.tsx'
import { useScrollRestoration } from './scroll-restoration.ts'
import { panelId, tabId } from './ids.ts'
import { useShellFocus, usePageLayer } from './page-layer.ts'
import type { Tab } from './tabs.ts'
import { UnsavedTabsDialog } from './unsaved-dialog.ts'
import { useWorkspace, type Workspace } from './workspace.ts'

/** The question about unsaved input must be there when the connection is not; what is being opened comes first. */
const preloadDelayMs = 1500

export function OpenPages() {
  const workspace = useWorkspace()
  const { tabs, activeId, blocked } = workspace
  // Restored tabs are mounted when they are first shown, not all at once.
  const [opened] = useState(() => new Set<string>())
  if (activeId !== null) opened.add(activeId)
  useShellFocus()
  const latest = useLatest(workspace)
  return tabs
    .filter((tab) => opened.has(tab.id))
    .map((tab) => (
      <OpenPage
        key={`${tab.id} ${tab.reloads}`}
        tab={tab}
        isActive={tab.id === activeId}
        blocked={tab.id === activeId ? blocked : null}
        workspace={latest}
      />
    ))
}

interface OpenPageProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly blocked: BlockedNavigation | null
  readonly workspace: { readonly current: Workspace }
}

const OpenPage = memo(function KeptPage({ tab, isActive, blocked, workspace }: OpenPageProps) {
  const { id, location } = tab
  const { mainAnimation } = useSnapshot(config).layout
  const frame = useRef<HTMLDivElement>(null)
  const layer = usePageLayer(frame, isActive)
  useScrollRestoration(frame, isActive)
  const { guard, navigate } = useMemo(() => pageActions(id, workspace), [id, workspace])
  const page: Page = useMemo(
    () => ({ location, isActive, navigate, guard, blocked: blocked }),
    [location, isActive, navigate, guard, blocked],
  )
  return (
    <div
      ref={frame}
      className="tw-page"
      role="tabpanel"
      id={panelId(id)}
      aria-labelledby={tabId(id)}
      hidden={!isActive}
      data-motion={mainAnimation}
    >
      <PageContext value={page}>
        <PortalProvider portalContainer={layer}>
          <PageBoundary>
            <PageContent id={id} pathname={location.pathname} />
          </PageBoundary>
        </PortalProvider>
      </PageContext>
    </div>
  )
})

function pageActions(id: string, workspace: OpenPageProps['workspace']): Pick<Page, 'navigate' | 'guard'> {
  return {
    guard: (hasUnsavedChanges) => {
      setTimeout(() => void UnsavedTabsDialog.preload().catch(() => undefined), preloadDelayMs)
      return workspace.current.addGuard(id, hasUnsavedChanges)
    },
    navigate: (to, options) => {
      if (workspace.current.currentId() === id) workspace.current.navigate(to, options)
      else if (typeof to === 'object') workspace.current.setSearch(id, to.search)
    },
  }
}

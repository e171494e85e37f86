/**
 * Every open page, of which one is shown. The others stay as they are (rows, filters, an open form with what was typed):
 * hidden, not unmounted. React's Activity would end their effects, and with them the portals Blueprint's drawers live in.
 */
import { PortalProvider } from '@blueprintjs/core'
import { memo, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLatest } from '../../react/use-latest.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { PageContext, type HeldNavigation, type Page } from '../../page/page.ts'
import { config } from '../../preferences/store.ts'
import { PageContent } from '../admin/PageContent.tsx'
import { useKeptScroll } from './scroll-restoration.ts'
import { panelId, tabId } from './ids.ts'
import { useFreeShell, useLayer } from './page-layer.ts'
import type { Tab } from './tabs.ts'
import { useWorkspace, type Workspace } from './workspace.ts'

export function KeptPages() {
  const workspace = useWorkspace()
  const { tabs, activeId, held } = workspace
  // Pages of an earlier visit come when they are shown, not all at once.
  const [wanted] = useState(() => new Set<string>())
  if (activeId !== null) wanted.add(activeId)
  useFreeShell()
  const latest = useLatest(workspace)
  return tabs
    .filter((tab) => wanted.has(tab.id))
    .map((tab) => (
      <KeptPage
        key={`${tab.id} ${tab.turn}`}
        tab={tab}
        isActive={tab.id === activeId}
        held={tab.id === activeId ? held : null}
        workspace={latest}
      />
    ))
}

interface KeptPageProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly held: HeldNavigation | null
  readonly workspace: { readonly current: Workspace }
}

const KeptPage = memo(function KeptPage({ tab, isActive, held, workspace }: KeptPageProps) {
  const { id, location } = tab
  const { mainAnimation } = useSnapshot(config).layout
  const frame = useRef<HTMLDivElement>(null)
  const layer = useLayer(frame, isActive)
  useKeptScroll(frame, isActive)
  const { hold, navigate } = useMemo(() => pageActions(id, workspace), [id, workspace])
  const page: Page = useMemo(
    () => ({ location, isActive, navigate, hold, held }),
    [location, isActive, navigate, hold, held],
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
          <ErrorBoundary>
            <PageContent id={id} pathname={location.pathname} />
          </ErrorBoundary>
        </PortalProvider>
      </PageContext>
    </div>
  )
})

function pageActions(id: string, workspace: KeptPageProps['workspace']): Pick<Page, 'navigate' | 'hold'> {
  return {
    hold: (wouldLose) => workspace.current.hold(id, wouldLose),
    navigate: (to, options) => {
      if (workspace.current.here() === id)
        void (typeof to === 'number' ? workspace.current.navigate(to) : workspace.current.navigate(to, options))
      else if (typeof to === 'object') workspace.current.move(id, to.search)
    },
  }
}

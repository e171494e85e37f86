/** The main landmark with the open pages. After a change of page it receives the focus and announces the page. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router-dom'
import { useT as usePageT } from '../../core/i18n/page-texts.ts'
import { useT } from '../../core/i18n/shell-texts.ts'
import { pendingRedirectTarget, isLoadingPath } from '../pending-redirect.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { loadModel } from '../../core/module-registry.ts'
import { addRecentPage } from '../palette/recent.ts'
import { OpenPages } from '../tabs/OpenPages.tsx'
import { isFocusOverPage } from '../tabs/page-layer.ts'
import { useTabTitle } from '../tabs/Tab.tsx'
import { useWorkspace } from '../tabs/workspace.ts'
import { useTitle } from '../../core/page/title.ts'
import { NoPage } from '../pages/NotFound.tsx'
import { Redirect } from '../Redirect.tsx'
import { corePageAt } from './core-pages.ts'

interface MainAreaProps {
  readonly home: string
  /** An overlay of the shell is open and has the focus. */
  readonly isCovered: boolean
}

export function MainArea({ home, isCovered }: MainAreaProps) {
  const t = useT()
  const pageT = usePageT()
  const { activeId } = useWorkspace()
  const navigation = useNavigationType()
  const titleOf = useTabTitle()
  const main = useRef<HTMLElement>(null)
  const focused = useRef(activeId)
  const [opened, setOpened] = useState<string | null>(null)
  const title = activeId === null ? null : titleOf(activeId)
  useTitle(title ?? t('title.Loading'))
  const arrive = useEffectEvent((id: string) => {
    const isArrival = focused.current === null && navigation !== 'PUSH'
    focused.current = id
    addRecentPage(id)
    if (isArrival) return
    // An open form has already restored its focus, and a user who has opened the palette types there.
    if (!isCovered && !isFocusOverPage()) main.current?.focus({ preventScroll: true })
    setOpened(id)
  })
  useEffect(() => {
    // Only when the page changes: on the first visit, and while the user works on the page, the focus stays where it
    // is.
    if (activeId !== null && focused.current !== activeId) arrive(activeId)
  }, [activeId])
  return (
    <>
      <main className="tw-main" id="main" tabIndex={-1} ref={main}>
        <OpenPages />
        {activeId === null && <UnmatchedPath home={home} />}
      </main>
      <p className="tw-visually-hidden" role="status">
        {title !== null && opened === activeId ? pageT('shell.opened', { page: title }) : ''}
      </p>
    </>
  )
}

/**
 * A path that matches no page of the menu: the loading path, the bare area, a page without permission or an unknown
 * one.
 */
function UnmatchedPath({ home }: { readonly home: string }) {
  const { pathname } = useLocation()
  const target = isLoadingPath('admin', pathname) ? pendingRedirectTarget('admin', pathname) : null
  if (target !== null && target !== '/admin') return <Redirect to={target} />
  if (!isLoadingPath('admin', pathname) && pathname !== '/admin' && pathname !== '/admin/')
    return <MissingPage pathname={pathname} />
  return <Redirect to={home} />
}

/** 401 when the table exists but is not in the admin's menu, 404 when no module has it. */
function MissingPage({ pathname }: { readonly pathname: string }) {
  const found = useLoaded(
    pathname,
    async () => corePageAt(pathname) !== null || (await loadModel(pathname.replace(/^\/admin\//, ''))) !== null,
  )
  if (found.state === 'loading') return null
  return found.state === 'ready' && found.value ? (
    <Navigate to="/401" state={{ page: pathname.replace(/^\/admin\//, '') }} replace />
  ) : (
    <NoPage />
  )
}

/** The place of the page. After a change of page the focus goes here and the page is said aloud. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useTexts } from '../../i18n/shell-texts.ts'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { trailOf, type MenuEntry } from '../menu/build-menu.ts'
import { useTitle } from '../title.ts'

export function MainArea({ entries, children }: { readonly entries: readonly MenuEntry[]; readonly children: ReactNode }) {
  const say = useTexts()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  const [opened, setOpened] = useState('')
  const title = trailOf(entries, pathname).at(-1)?.title
  useTitle(title ?? say('title.admin'))
  useEffect(() => {
    // Only when one moves on: the focus of a first visit, or of somebody at work on the page, is left alone.
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
    main.current?.scrollTo({ top: 0 })
    setOpened(pathname)
  }, [pathname])
  return (
    <>
      <main className="tw-main" id="main" tabIndex={-1} ref={main}>
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </main>
      <p className="tw-unseen" role="status">{title !== undefined && opened === pathname ? say('shell.opened', { page: title }) : ''}</p>
    </>
  )
}

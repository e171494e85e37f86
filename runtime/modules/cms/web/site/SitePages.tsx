/** Everything that visitors see in the application: the home page, lists, and texts with what members can do there. */
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { isMemberSignedIn, lazyComponent, member, PlainHome } from 'tablewright/web'
import { useInit } from './init.ts'
import { SiteFrame } from './SiteFrame.tsx'
import './site.css'

const HomePage = lazyComponent(async () => (await import('./HomePage.tsx')).HomePage)
const ListPage = lazyComponent(async () => (await import('./ListPage.tsx')).ListPage)
const LinksPage = lazyComponent(async () => (await import('./LinksPage.tsx')).LinksPage)
const ArticlePage = lazyComponent<{ readonly id: number }>(async () => (await import('./ArticlePage.tsx')).ArticlePage)

export function SitePages() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const init = useInit(isIn)
  const isHome = pathname === '/' || pathname === '/cms'
  // A closed site has nothing for guests; of one that cannot be reached the plain page is there all the same.
  if (init.value === null) return init.error === null ? <div className="site-empty" /> : <PlainHome />
  if (!init.value.public && !isIn) return isHome ? <PlainHome /> : <Navigate to="/user/login" replace />
  const [, id] = /^\/cms\/info\/([1-9]\d{0,14})$/.exec(pathname) ?? []
  return (
    <SiteFrame init={init.value}>
      {isHome ? (
        <HomePage />
      ) : id !== undefined ? (
        <ArticlePage key={id} id={Number(id)} />
      ) : pathname === '/cms/list' ? (
        <ListPage key={query.toString()} />
      ) : pathname === '/cms/links' ? (
        <LinksPage />
      ) : (
        <Navigate to="/404" replace />
      )}
    </SiteFrame>
  )
}

/** Everything at `/user`: the sign-in page, and the pages of members behind `/user/loading`. */
import { useEffect, useEffectEvent } from 'react'
import { Navigate, useLocation, useNavigate, type Location } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import {
  isLoadingPath,
  isMemberSignedIn,
  lazyComponent,
  LoadingScreen,
  member,
  pendingRedirectPath,
  pendingRedirectTarget,
  useTitle,
} from 'tablewright/web'
import { centre, loadCentre } from './centre.ts'
import './member.css'
import { LoadProblem } from './LoadProblem.tsx'
import { Shell } from './Shell.tsx'
import { SignInPage } from './sign-in/SignInPage.tsx'
import { useT } from './texts.ts'

const firstPage = '/user/account/overview'

/** Pages of other modules that visitors may open; it loads with the first of them. */
const VisitorArea = lazyComponent(async () => (await import('./VisitorArea.tsx')).VisitorArea)

/** Pages of this module are for members only. */
const isOwnPath = (path: string): boolean => path === '/user' || path.startsWith('/user/account/')

export function MemberArea() {
  const { pathname } = useLocation()
  return pathname === '/user/login' ? <SignInPage /> : <Gate />
}

function Gate() {
  const t = useT()
  const { pathname, search } = useLocation()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const { start, error } = useSnapshot(centre)
  const isLoading = isLoadingPath('user', pathname)
  const target = isLoading ? pendingRedirectTarget('user', pathname) : pathname + search
  const isReady = start !== null
  useTitle(isReady && !isLoading ? null : t('centre'))
  useEffect(() => {
    if (isIn && !isReady) void loadCentre()
  }, [isIn, isReady])
  if (!isIn) {
    const signIn =
      target === null || target === '/user' ? '/user/login' : `/user/login?to=${encodeURIComponent(target)}`
    return isLoading || isOwnPath(pathname) ? (
      <Navigate to={signIn} replace />
    ) : (
      <VisitorArea path={pathname.slice('/user/'.length)} signIn={signIn} />
    )
  }
  if (!isReady && error !== null) return <LoadProblem error={error} retry={() => void loadCentre()} />
  if (pathname === '/user') return <Lead to={isReady ? firstPage : '/user/loading'} />
  if (!isReady) return isLoading ? <LoadingScreen /> : <Lead to={pendingRedirectPath('user', pathname, search)} />
  if (isLoading) return <Lead to={target === null || target === '/user' ? firstPage : target} />
  return <Shell path={pathname.slice('/user/'.length)} />
}

/** Replaces the address; unlike `Navigate` also when the next address comes before this one is shown. */
function Lead({ to }: { readonly to: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  const lead = useEffectEvent((_visit: Location, target: string) => void navigate(target, { replace: true }))
  useEffect(() => lead(location, to), [location, to])
  return null
}

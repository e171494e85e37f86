/** The member area: only for signed-in members; every path goes through `/user/loading`. */
import { Navigate, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/shell-texts.ts'
import { isMemberSignedIn, member } from '../../core/auth/member.ts'
import { pendingRedirectTarget, pendingRedirectPath, isLoadingPath } from '../pending-redirect.ts'
import { Redirect } from '../Redirect.tsx'
import { useTitle } from '../../core/page/title.ts'
import { MemberFrame } from './MemberFrame.tsx'
import { MemberSignIn } from './MemberSignIn.tsx'
import { useMemberT } from './texts.ts'

export function MemberArea() {
  const { pathname } = useLocation()
  return pathname === '/user/login' ? <MemberSignIn /> : <MemberGate />
}

function MemberGate() {
  const t = useT()
  const tMember = useMemberT()
  const { pathname, search } = useLocation()
  const isIn = isMemberSignedIn(useSnapshot(member))
  useTitle(t('title.User'))
  const target = isLoadingPath('user', pathname) ? pendingRedirectTarget('user', pathname) : pathname + search
  if (!isIn)
    return (
      <Navigate
        to={target === null || target === '/user' ? '/user/login' : `/user/login?to=${encodeURIComponent(target)}`}
        replace
      />
    )
  if (pathname === '/user') return <Redirect to="/user/loading" />
  if (!isLoadingPath('user', pathname)) return <Redirect to={pendingRedirectPath('user', pathname, search)} />
  // The member centre has no pages yet, so no target exists.
  if (target !== null) return <Navigate to="/404" replace />
  return <MemberFrame heading={tMember('empty')} text={tMember('emptyText')} />
}

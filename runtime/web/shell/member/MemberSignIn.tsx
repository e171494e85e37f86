/** The sign-in page of members. It explains that the site has no member centre. */
import { Navigate, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/shell-texts.ts'
import { isMemberSignedIn, member } from '../../core/auth/member.ts'
import { isPathInArea } from '../../core/auth/internal-paths.ts'
import { useTitle } from '../../core/page/title.ts'
import { MemberFrame } from './MemberFrame.tsx'
import { useMemberT } from './texts.ts'

export function MemberSignIn() {
  const t = useT()
  const tMember = useMemberT()
  const [address] = useSearchParams()
  const to = address.get('to')
  useTitle(t('title.userLogin'))
  if (isMemberSignedIn(useSnapshot(member))) return <Navigate to={isPathInArea('user', to) ? to : '/user'} replace />
  return <MemberFrame heading={tMember('closed')} text={tMember('closedText')} />
}

/** The sign-in page. The path to return to is in the address as `to`. */
import { useSnapshot } from 'valtio'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useT } from '../i18n/shell-texts.ts'
import { useTitle } from '../page/title.ts'
import { returnPath } from '../auth/internal-paths.ts'
import { isSignedIn, session } from '../auth/session.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout } from './SignInLayout.tsx'

export function SignInPage() {
  const t = useT()
  const { admin, hasEnded } = useSnapshot(session)
  const [address] = useSearchParams()
  useTitle(t('title.adminLogin'))
  const to = address.get('to')
  if (isSignedIn(admin)) return <Navigate to={returnPath(to)} replace />
  return (
    <SignInLayout heading={t('signIn.heading')} lead={t(hasEnded ? 'signIn.ended' : 'signIn.lead')}>
      <SignInForm />
    </SignInLayout>
  )
}

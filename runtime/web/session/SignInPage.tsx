/** The sign-in page. The path to return to is in the address as `to`. */
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../i18n/shell-texts.ts'
import { usePage } from '../page/page.ts'
import { useTitle } from '../page/title.ts'
import { returnPath } from '../auth/internal-paths.ts'
import { isSignedIn, session } from '../auth/session.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout } from './SignInLayout.tsx'

export function SignInPage() {
  const t = useT()
  const { admin, hasEnded } = useSnapshot(session)
  const { location, navigate } = usePage()
  useTitle(t('title.adminLogin'))
  const target = returnPath(new URLSearchParams(location.search).get('to'))
  const isIn = isSignedIn(admin)
  useEffect(() => {
    if (isIn) navigate(target, { replace: true })
  }, [isIn, navigate, target])
  if (isIn) return null
  return (
    <SignInLayout heading={t('signIn.heading')} lead={t(hasEnded ? 'signIn.ended' : 'signIn.lead')}>
      <SignInForm />
    </SignInLayout>
  )
}

/** The sign-in page. The path to return to is in the address as `to`. */
import { useSnapshot } from 'valtio'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useT } from '../i18n/shell-texts.ts'
import { LanguageSwitch, ThemeSwitch } from '../theme/Switches.tsx'
import { useTitle } from '../page/title.ts'
import { Mark } from '../theme/Mark.tsx'
import { returnPath } from '../auth/internal-paths.ts'
import { isSignedIn, session } from '../auth/session.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInPicture } from './SignInPicture.tsx'

export function SignInPage() {
  const t = useT()
  const { admin, site, hasEnded } = useSnapshot(session)
  const [address] = useSearchParams()
  useTitle(t('title.adminLogin'))
  const to = address.get('to')
  if (isSignedIn(admin)) return <Navigate to={returnPath(to)} replace />
  return (
    <div className="tw-sign-in">
      <SignInPicture />
      <div className="tw-sign-in-side">
        <header className="tw-sign-in-bar">
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main className="tw-sign-in-main">
          <p className="tw-brand">
            <Mark size={40} />
            <span>{site.siteName}</span>
          </p>
          <h1 className="tw-sign-in-heading">{t('signIn.heading')}</h1>
          <p className="tw-muted">{t(hasEnded ? 'signIn.ended' : 'signIn.lead')}</p>
          <SignInForm />
        </main>
      </div>
    </div>
  )
}

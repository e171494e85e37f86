/** The sign-in page. The path to return to is in the address as `to`. */
import { Callout } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../i18n/shell-texts.ts'
import { lazyComponent } from '../loading/lazy-component.tsx'
import { usePage } from '../page/page.ts'
import { useTitle } from '../page/title.ts'
import { returnPath } from '../auth/internal-paths.ts'
import { isSignedIn, session } from '../auth/session.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout } from './SignInLayout.tsx'

const RecoveryPage = lazyComponent(async () => (await import('./recovery/RecoveryPage.tsx')).RecoveryPage)

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
  const [mode, setMode] = useState<'sign-in' | 'recovery' | 'recovered'>('sign-in')
  if (isIn) return null
  if (mode === 'recovery') return <RecoveryPage onDone={() => setMode('recovered')} onBack={() => setMode('sign-in')} />
  return (
    <SignInLayout heading={t('signIn.heading')} lead={t(hasEnded ? 'signIn.ended' : 'signIn.lead')}>
      <div role="status">
        {mode === 'recovered' && (
          <Callout intent="success" compact className="tw-sign-in-refusal">
            {t('signIn.recovered')}
          </Callout>
        )}
      </div>
      <SignInForm onForgotten={() => setMode('recovery')} />
    </SignInLayout>
  )
}

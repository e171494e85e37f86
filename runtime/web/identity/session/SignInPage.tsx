/** The sign-in page. The path to return to is in the address as `to`. */
import { Callout } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../core/i18n/shell-texts.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { usePage } from '../../core/page/page.ts'
import { useTitle } from '../../core/page/title.ts'
import { returnPath } from '../../core/auth/internal-paths.ts'
import { isSignedIn, session } from '../../core/auth/session.ts'
import { SignInForm } from './SignInForm.tsx'
import { SignInLayout } from './SignInLayout.tsx'

const RecoveryPage = lazyComponent(async () => (await import('./RecoveryPage.tsx')).RecoveryPage)

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

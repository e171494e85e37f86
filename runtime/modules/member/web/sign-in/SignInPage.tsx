/**
 * The sign-in page of members, with registration and recovery of the password. It is shown before the router is
 * there, so it navigates by its page alone.
 */
import { Button, Callout } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  errorText,
  getData,
  isMemberSignedIn,
  lazyComponent,
  member,
  SignInLayout,
  useLanguage,
  usePage,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import '../member.css'
import type { Channel } from '../CodeField.tsx'
import { useT } from './texts.ts'
import { LoginForm } from './LoginForm.tsx'

const RegisterForm = lazyComponent(async () => (await import('./RegisterForm.tsx')).RegisterForm)
const RecoverForm = lazyComponent(async () => (await import('./RecoverForm.tsx')).RecoverForm)

/** Milliseconds after which the other forms load, while most people type their password. */
const preloadDelayMs = 1500

type Mode = 'login' | 'register' | 'recover'

interface SignInFacts {
  readonly userLoginCaptchaSwitch?: boolean
  readonly accountVerificationType?: readonly Channel[]
}

export function SignInPage() {
  const t = useT()
  const language = useLanguage()
  const { location, navigate } = usePage()
  const [mode, setMode] = useState<Mode>('login')
  const [isRecovered, setRecovered] = useState(false)
  const isIn = isMemberSignedIn(useSnapshot(member))
  const facts = useStaleWhileRevalidate(`sign-in ${language}`, () =>
    getData<SignInFacts>('/api/user/checkIn', '', { quiet: true }),
  )
  useTitle(t('login'))
  const to = new URLSearchParams(location.search).get('to') ?? ''
  const target = /^\/user\/(?!login)[^/\\]/.test(to) ? to : '/user'
  useEffect(() => {
    if (isIn) navigate(target, { replace: true })
  }, [isIn, navigate, target])
  useEffect(() => {
    const load = (): Promise<unknown> => Promise.all([RegisterForm.preload(), RecoverForm.preload()])
    const timer = setTimeout(() => void load().catch(() => undefined), preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (isIn) return null
  const channels = facts.value?.accountVerificationType ?? []
  const show = (next: Mode): void => {
    setMode(next)
    setRecovered(false)
  }
  if (facts.error)
    return (
      <SignInLayout heading={t('closed')} lead={errorText(facts.error)}>
        <Button className="member-retry" text={t('retry')} onClick={facts.retry} />
      </SignInLayout>
    )
  return (
    <SignInLayout heading={t(mode)} lead={t(`${mode}-lead`)}>
      <div role="status">
        {isRecovered && (
          <Callout compact intent="success" className="member-refusal">
            {t('recovered')}
          </Callout>
        )}
      </div>
      {mode === 'login' && <LoginForm needsCaptcha={facts.value?.userLoginCaptchaSwitch === true} />}
      {mode !== 'login' && facts.value && channels.length === 0 && (
        <Callout intent="warning" className="member-refusal">
          {t('no-channel')}
        </Callout>
      )}
      {mode === 'register' && channels.length > 0 && <RegisterForm channels={channels} />}
      {mode === 'recover' && channels.length > 0 && (
        <RecoverForm
          channels={channels}
          onDone={() => {
            setMode('login')
            setRecovered(true)
          }}
        />
      )}
      <div className="member-modes">
        {mode === 'login' ? (
          <>
            <Button variant="minimal" intent="primary" text={t('to-register')} onClick={() => show('register')} />
            <Button variant="minimal" intent="primary" text={t('to-recover')} onClick={() => show('recover')} />
          </>
        ) : (
          <Button variant="minimal" intent="primary" text={t('to-login')} onClick={() => show('login')} />
        )}
      </div>
    </SignInLayout>
  )
}

/** The signed-in admin's own account: avatar, names, contact, password, sessions and latest actions. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { errorText } from '../../core/api/api-error.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { fetchProfile } from './calls.ts'
import { FactorSection } from './factor/FactorSection.tsx'
import { NoticeMailSection } from './NoticeMailSection.tsx'
import { OwnLog } from './OwnLog.tsx'
import { OwnOperations } from './OwnOperations.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import './profile.css'
import { ProfileForm } from './ProfileForm.tsx'
import { Sessions } from './Sessions.tsx'
import { useT } from './texts.ts'

export function ProfilePage() {
  const t = useT()
  const [round, setRound] = useState(0)
  const [undone, setUndone] = useState(0)
  const loadState = useLoaded('own profile', fetchProfile)
  if (loadState.state === 'loading') return null
  if (loadState.state === 'failed') {
    return (
      <Callout role="alert" intent="danger" title={t('load-failed')}>
        {errorText(loadState.error)} <Button size="small" text={t('try-again')} onClick={loadState.retry} />
      </Callout>
    )
  }
  return (
    <div className="profile-page">
      <h1 className="tw-visually-hidden">{t('title')}</h1>
      <div className="profile-side">
        <section className="tw-card">
          <ProfileForm profile={loadState.value} onNewAddress={() => setRound((count) => count + 1)} />
        </section>
        <section className="tw-card">
          <h2>{t('password-change')}</h2>
          <PasswordForm />
        </section>
        <section className="tw-card">
          <h2>{t('factor')}</h2>
          <FactorSection />
        </section>
      </div>
      <div className="profile-side">
        <section className="tw-card">
          <h2>{t('sessions')}</h2>
          <Sessions adminId={null} />
        </section>
        <section className="tw-card">
          <h2>{t('mail-title')}</h2>
          <NoticeMailSection round={round} />
        </section>
        <section className="tw-card">
          <h2>{t('undo-title')}</h2>
          <OwnOperations onUndone={() => setUndone((count) => count + 1)} />
        </section>
        <section className="tw-card">
          <h2>{t('log')}</h2>
          <OwnLog round={undone} />
        </section>
      </div>
    </div>
  )
}

/** A member's own face: consent first, then enrolment, verification, and erasing all of it. */
import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import {
  memberChallenge,
  memberConsent,
  memberEnrol,
  memberFace,
  memberRemove,
  memberVerify,
} from '../../shared/face-routes.ts'
import { Enrolment } from './Enrolment.tsx'
import { useT } from './texts.ts'
import { Verification } from './Verification.tsx'
import './capture.css'

const quiet = { quiet: true } as const

const readState = () => callRoute(memberFace, null, quiet)

type State = Awaited<ReturnType<typeof readState>>

export function MemberFacePage() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('mine'))
  const { value, error, retry } = useStaleWhileRevalidate(`my face ${language}`, readState)
  return (
    <div className="face-page">
      <h1>{t('mine')}</h1>
      {error !== null && (
        <p role="alert">
          {errorText(error)} <Button icon={<Refresh />} text={t('retry')} onClick={retry} />
        </p>
      )}
      {value && <Content state={value} onChanged={retry} />}
    </div>
  )
}

function Content({ state, onChanged }: { readonly state: State; readonly onChanged: () => void }) {
  const t = useT()
  const { status, available } = state
  if (!available && status === 'none') return <p className="tw-card tw-muted">{t('closed')}</p>
  return (
    <>
      <Callout compact>{t('plain-words')}</Callout>
      {status === 'none' && <Consent state={state} onGiven={onChanged} />}
      {status === 'consented' && available && <EnrolCard templates={state.templates} onDone={onChanged} />}
      {status === 'review' && (
        <Callout intent="warning">
          <strong>{t('done-review')}</strong> {t('done-review-note')}
        </Callout>
      )}
      {status === 'suspended' && <Callout intent="warning">{t('suspended')}</Callout>}
      {status === 'enrolled' && available && <Enrolled templates={state.templates} onChanged={onChanged} />}
      {status !== 'none' && <Remove backupDays={state.backup_days} onRemoved={onChanged} />}
    </>
  )
}

function Consent({ state, onGiven }: { readonly state: State; readonly onGiven: () => void }) {
  const t = useT()
  const [agrees, setAgrees] = useState(false)
  const [problem, setProblem] = useState('')
  const give = (): void =>
    void callRoute(memberConsent, { version: state.consent_version }, quiet).then(onGiven, (error: unknown) => {
      setProblem(errorText(error))
      onGiven()
    })
  return (
    <section className="tw-card face-card" aria-labelledby="face-consent">
      <h2 id="face-consent">{t('consent')}</h2>
      <ul>
        <li>{t('consent-what')}</li>
        <li>{t('consent-stored', { days: state.snapshot_days })}</li>
        <li>{t('consent-weak')}</li>
        <li>{t('consent-erase')}</li>
      </ul>
      <p>
        <strong>{t('alternative')}</strong> {state.alternative}
      </p>
      <Checkbox checked={agrees} label={t('agree')} onChange={(event) => setAgrees(event.currentTarget.checked)} />
      {problem !== '' && (
        <Callout intent="danger" compact role="alert">
          {problem}
        </Callout>
      )}
      <div className="face-buttons">
        <Button intent="primary" disabled={!agrees} text={t('agree-button')} onClick={give} />
      </div>
    </section>
  )
}

function EnrolCard({ templates, onDone }: { readonly templates: number; readonly onDone: () => void }) {
  const t = useT()
  return (
    <section className="tw-card face-card" aria-labelledby="face-enrol">
      <h2 id="face-enrol">{t('enrol')}</h2>
      <Enrolment
        templates={templates}
        start={() => callRoute(memberChallenge, { purpose: 'enrol' }, quiet)}
        send={(nonce, frame) => callRoute(memberEnrol, { nonce, frame }, quiet)}
        onDone={onDone}
      />
    </section>
  )
}

type Result = 'match' | 'suspect' | 'stranger' | 'low_quality'

interface Verdict {
  readonly result: Result
  readonly message: string
  readonly sureness: 'very_sure' | 'sure' | 'check' | ''
}

function Enrolled({ templates, onChanged }: { readonly templates: number; readonly onChanged: () => void }) {
  const t = useT()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  return (
    <section className="tw-card face-card" aria-labelledby="face-verify">
      <h2 id="face-verify">{t('verify')}</h2>
      <p className="tw-muted">{t('enrolled', { templates })}</p>
      {verdict ? (
        <>
          <VerdictCard verdict={verdict} />
          <div className="face-buttons">
            <Button text={t('again')} onClick={() => setVerdict(null)} />
          </div>
        </>
      ) : (
        <Verification
          start={() => callRoute(memberChallenge, { purpose: 'verify' }, quiet)}
          send={(nonce, frames) => callRoute(memberVerify, { nonce, frames }, quiet)}
          onVerdict={(next) => {
            setVerdict(next)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

const intents = { match: 'success', suspect: 'warning', stranger: 'danger', low_quality: 'warning' } as const

/** The result of a comparison, in words. */
export function VerdictCard({ verdict }: { readonly verdict: Verdict }) {
  const t = useT()
  const { result, message, sureness } = verdict
  return (
    <Callout intent={intents[result]} role="status">
      <p>
        <strong>{t(`result-${result}`)}</strong>
      </p>
      {message !== '' && <p>{message}</p>}
      {sureness !== '' && <p>{t(`sureness-${sureness}`)}</p>}
      {result === 'suspect' && <p>{t('suspect-note')}</p>}
    </Callout>
  )
}

interface RemoveProps {
  /** How long backups are kept; 0 = nobody has said it. */
  readonly backupDays: number
  readonly onRemoved: () => void
}

function Remove({ backupDays, onRemoved }: RemoveProps) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState('')
  const remove = (): void =>
    void callRoute(memberRemove, null, quiet).then(onRemoved, (error: unknown) => setProblem(errorText(error)))
  return (
    <section className="tw-card face-card" aria-labelledby="face-remove">
      <h2 id="face-remove">{t('remove')}</h2>
      <p>
        {t('remove-note')} {backupDays > 0 ? t('remove-backups', { days: backupDays }) : t('remove-backups-asked')}
      </p>
      {problem !== '' && (
        <Callout intent="danger" compact role="alert">
          {problem}
        </Callout>
      )}
      <div className="face-buttons">
        {isAsked ? (
          <>
            <Button intent="danger" text={t('remove-now')} onClick={remove} />
            <Button text={t('cancel')} onClick={() => setAsked(false)} />
          </>
        ) : (
          <Button intent="danger" variant="outlined" text={t('remove')} onClick={() => setAsked(true)} />
        )}
      </div>
    </section>
  )
}

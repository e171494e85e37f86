/** Staff find out who stands before the camera: a result in words, with both pictures to compare. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, useCan, useTitle } from 'tablewright/web'
import { confirmRecord, staffChallenge, staffIdentify } from '../../shared/face-routes.ts'
import { VerdictCard } from './MemberFacePage.tsx'
import { useT } from './texts.ts'
import { Verification } from './Verification.tsx'
import './capture.css'

type Verdict = Awaited<ReturnType<typeof identify>>

const identify = (nonce: string, frames: readonly string[]) =>
  callRoute(staffIdentify, { nonce, frames }, { quiet: true })

export function IdentifyPage() {
  const t = useT()
  useTitle(t('identify'))
  const mayConfirm = useCan()('face/record', 'confirm')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [decision, setDecision] = useState('')
  const decide = (isPerson: boolean): void => {
    if (!verdict) return
    void callRoute(confirmRecord, { id: verdict.record, is_person: isPerson }).then(
      () => setDecision(t(isPerson ? 'confirmed' : 'rejected')),
      () => undefined,
    )
  }
  const restart = (): void => {
    setVerdict(null)
    setDecision('')
  }
  return (
    <div className="face-page">
      <h1>{t('identify')}</h1>
      <Callout compact>{t('plain-words')}</Callout>
      <section className="tw-card face-card" aria-label={t('identify')}>
        {verdict === null ? (
          <Verification
            start={() => callRoute(staffChallenge, { purpose: 'verify' }, { quiet: true })}
            send={identify}
            onVerdict={setVerdict}
          />
        ) : (
          <>
            <VerdictCard verdict={verdict} />
            {verdict.name !== '' && (
              <p>
                <strong>{verdict.name}</strong>{' '}
                <span className="tw-muted">{t('distance', { value: verdict.distance })}</span>
              </p>
            )}
            <div className="face-pair">
              {verdict.pictures.map((picture, index) => (
                <figure key={index === 0 ? 'frame' : 'person'}>
                  <img src={picture} alt={t(index === 0 ? 'picture-now' : 'picture-then')} />
                  <figcaption>{t(index === 0 ? 'picture-now' : 'picture-then')}</figcaption>
                </figure>
              ))}
            </div>
            {decision !== '' && <p role="status">{decision}</p>}
            <div className="face-buttons">
              {verdict.result === 'suspect' && decision === '' && mayConfirm && (
                <>
                  <Button intent="success" text={t('is-person')} onClick={() => decide(true)} />
                  <Button intent="danger" text={t('is-not-person')} onClick={() => decide(false)} />
                </>
              )}
              <Button text={t('again')} onClick={restart} />
            </div>
          </>
        )}
      </section>
    </div>
  )
}

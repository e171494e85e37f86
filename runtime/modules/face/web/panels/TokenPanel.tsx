/** Issues and revokes the token with which a device reports its alarms. A new one is shown once. */
import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, notify, useCan, type PanelProps } from 'tablewright/web'
import { issueToken, revokeToken } from '../../shared/device-routes.ts'
import { useT } from '../texts.ts'
import './token.css'

type Question = 'issue' | 'revoke'

export function TokenPanel({ row, isDirty, onChanged }: PanelProps) {
  const t = useT()
  const mayRevoke = useCan()('face/fireDevice', 'revokeToken')
  const [token, setToken] = useState<string | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [isBusy, setBusy] = useState(false)
  const id = Number(row['id'])
  const hasToken = Boolean(row['token_time'])
  const run = async (work: () => Promise<string | null>): Promise<void> => {
    setBusy(true)
    try {
      setToken(await work())
      setQuestion(null)
      await onChanged()
    } catch {
      // The refusal was shown.
    } finally {
      setBusy(false)
    }
  }
  const issue = () => run(async () => (await callRoute(issueToken, { id })).token)
  const revoke = () =>
    run(async () => {
      await callRoute(revokeToken, { id }, { notifySuccess: true })
      return null
    })
  return (
    <div className="face-token">
      <p>{t(hasToken ? 'token.there' : 'token.none')}</p>
      {token !== null && (
        <Callout intent="success" compact role="status">
          <p>{t('token.once')}</p>
          <InputGroup
            readOnly
            fill
            value={token}
            aria-label={t('token.new')}
            onFocus={(event) => event.currentTarget.select()}
            rightElement={
              <Button variant="minimal" text={t('token.copy')} onClick={() => void copy(token, t('token.copied'))} />
            }
          />
          <p>
            <code>POST {window.location.origin}/api/face.FireDevice/alarms</code>
          </p>
        </Callout>
      )}
      {question !== null ? (
        <div className="face-token-actions">
          <span>{t(question === 'revoke' ? 'token.revoke-note' : 'token.renew-note')}</span>
          <Button
            intent="danger"
            loading={isBusy}
            text={t(question === 'revoke' ? 'token.revoke' : 'token.renew')}
            onClick={() => void (question === 'revoke' ? revoke() : issue())}
          />
          <Button text={t('cancel')} onClick={() => setQuestion(null)} />
        </div>
      ) : (
        <div className="face-token-actions">
          <Button
            icon="key"
            loading={isBusy}
            disabled={isDirty}
            text={t(hasToken ? 'token.renew' : 'token.issue')}
            onClick={() => (hasToken ? setQuestion('issue') : void issue())}
          />
          {hasToken && mayRevoke && (
            <Button disabled={isDirty} text={t('token.revoke')} onClick={() => setQuestion('revoke')} />
          )}
        </div>
      )}
    </div>
  )
}

/** Browsers have a clipboard on https and on the machine itself only; the text can be selected everywhere. */
async function copy(token: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(token)
    notify({ tone: 'success', text: done })
  } catch {
    // It is selected by hand.
  }
}

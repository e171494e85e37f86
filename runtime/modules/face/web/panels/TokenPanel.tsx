/** Issues and revokes the token with which a device reports its alarms. A new one is shown once. */
import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { Key } from '@blueprintjs/icons'
import { useState } from 'react'
import { callRoute, notify, useCan, type PanelProps } from 'tablewright/web'
import { issueFaceToken, issueToken, revokeFaceToken, revokeToken } from '../../shared/device-routes.ts'
import { useT } from '../texts.ts'
import './token.css'

type Question = 'issue' | 'revoke'

/** The routes of one kind of device. */
interface DeviceKind {
  readonly issue: typeof issueToken
  readonly revoke: typeof revokeToken
  readonly page: string
  /** Where the device sends its reports. */
  readonly path: string
}

export const TokenPanel = (props: PanelProps) => (
  <Tokens
    {...props}
    kind={{ issue: issueToken, revoke: revokeToken, page: 'face/fireDevice', path: 'face.FireDevice/alarms' }}
  />
)

export const FaceTokenPanel = (props: PanelProps) => (
  <Tokens
    {...props}
    kind={{ issue: issueFaceToken, revoke: revokeFaceToken, page: 'face/device', path: 'face.Device/records' }}
  />
)

function Tokens({ row, isDirty, onChanged, kind }: PanelProps & { readonly kind: DeviceKind }) {
  const t = useT()
  const mayRevoke = useCan()(kind.page, 'revokeToken')
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
  const issue = () => run(async () => (await callRoute(kind.issue, { id })).token)
  const revoke = () =>
    run(async () => {
      await callRoute(kind.revoke, { id }, { notifySuccess: true })
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
            <code>
              POST {window.location.origin}/api/{kind.path}
            </code>
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
            icon={<Key />}
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

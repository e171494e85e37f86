/** A conversation for those who audit it, with what was recalled. It is read on demand, since each look is logged. */
import { Button, Callout, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds, type AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useSite, type PanelProps } from 'tablewright/web'
import { auditRoute } from '../../shared/desk-routes.ts'
import { eventText } from '../thread/EventRow.tsx'
import { sizeText } from '../thread/size-text.ts'
import { useT as useChatT } from '../texts.ts'
import { useT } from './texts.ts'
import './audit.css'

type AuditMessage = AnswerOf<(typeof auditRoute)['answer']>['messages'][number]

export function AuditPanel({ row }: PanelProps) {
  const t = useT()
  const id = Number(row['id'])
  const [messages, setMessages] = useState<readonly AuditMessage[] | null>(null)
  const [more, setMore] = useState(true)
  const [error, setError] = useState('')
  const load = (): void => {
    const before = messages?.[0]?.seq
    setError('')
    callRoute(auditRoute, { id, ...(before !== undefined && { before }) }, { quiet: true }).then(
      (page) => {
        setMessages([...page.messages, ...(messages ?? [])])
        setMore(page.more)
      },
      (problem: unknown) => setError(errorText(problem)),
    )
  }
  return (
    <div className="chat-audit">
      {messages === null && <p className="tw-muted">{t('note')}</p>}
      {error !== '' && (
        <Callout compact intent="danger" role="alert">
          {error}
        </Callout>
      )}
      {(messages === null || more) && <Button text={messages === null ? t('read') : t('older')} onClick={load} />}
      {messages?.length === 0 && <p className="tw-muted">{t('empty')}</p>}
      <ol>
        {messages?.map((message) => (
          <AuditRow key={message.seq} message={message} />
        ))}
      </ol>
    </div>
  )
}

function AuditRow({ message }: { readonly message: AuditMessage }) {
  const t = useT()
  const { timeZone } = useSite()
  const chatT = useChatT()
  const { seq, name, time, text, event, recalled, original, file, kind, target } = message
  const what = event === 'recall' ? t('recall', { seq: target ?? 0 }) : eventText(chatT, message, timeZone)
  return (
    <li>
      <span className="tw-muted">
        {seq} · {name || t('system')} · {formatSeconds(time, timeZone)}
      </span>
      <span>
        {kind === 'note' && <Tag minimal>{t('internal')}</Tag>}{' '}
        {recalled && (
          <Tag minimal intent="warning">
            {t('recalled')}
          </Tag>
        )}{' '}
        {recalled ? (original ?? t('removed')) : (what ?? text)}
        {file && (
          <a href={file.address}>
            {file.name} ({sizeText(file.size)})
          </a>
        )}
      </span>
    </li>
  )
}

/** One message: those of others on the left with picture and name, own ones on the right with their state. */
import { Button } from '@blueprintjs/core'
import { Error as ErrorIcon, Time } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSite } from 'tablewright/web'
import { formatSeconds } from 'tablewright/protocol'
import { ActionMenu, type ActionMenuItem } from 'tablewright/web/parts'
import type { ChatMessage } from '../../shared/message.ts'
import { useT } from '../texts.ts'
import { Avatar } from './Avatar.tsx'
import { splitMentions, type Person } from './mentions.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { sizeText } from './size-text.ts'

interface BubbleProps {
  readonly message: ChatMessage
  readonly isOwn: boolean
  /** The one before is of the same sender. */
  readonly isFollowing: boolean
  readonly isRead: boolean
  readonly hasReadState: boolean
  readonly recallSeconds: number
  /** People whose mentions are marked. */
  readonly people: readonly Person[]
  /** Shows the message that is quoted; null = it is not loaded. */
  readonly onQuote: (() => void) | null
  /** Null = nothing can be written. */
  readonly onReply: (() => void) | null
  readonly onRecall: () => void
}

export function Bubble(props: BubbleProps) {
  const { message, isOwn, isFollowing, isRead, hasReadState, people, onQuote } = props
  const t = useT()
  const { timeZone } = useSite()
  const name = isOwn ? t('you') : message.name || t('gone')
  const isNote = message.kind === 'note'
  const className = ['chat-row', isOwn && 'chat-own', isFollowing && 'chat-following', isNote && 'chat-note']
  if (message.recalled)
    return (
      <p className="chat-event tw-muted" data-seq={message.seq}>
        {isOwn ? t('recalled-own') : `${name}: ${t('recalled')}`}
      </p>
    )
  return (
    <div className={className.filter(Boolean).join(' ')} data-seq={message.seq}>
      {!isOwn && <Avatar name={message.name} address={isFollowing ? null : message.avatar} />}
      <div className="chat-body">
        {!isFollowing && (!isOwn || isNote) && (
          <span className="chat-name tw-muted">{isNote ? `${name} · ${t('note')}` : name}</span>
        )}
        <div className="chat-bubble">
          {message.reply && <QuoteOf quote={message.reply} onOpen={onQuote} />}
          {message.file && <FileOf file={message.file} />}
          {message.text !== '' && <TextOf message={message} people={people} />}
        </div>
        <span className="chat-foot tw-muted">
          <time>{formatSeconds(message.time, timeZone).slice(11, 16)}</time>
          {isOwn && !isNote && hasReadState && (
            <span className={isRead ? 'chat-state chat-read' : 'chat-state'}>
              {isRead ? t('state-read') : t('state-sent')}
            </span>
          )}
          <MessageMenu {...props} name={name} />
        </span>
      </div>
    </div>
  )
}

function MessageMenu({
  message,
  isOwn,
  recallSeconds,
  onReply,
  onRecall,
  name,
}: BubbleProps & { readonly name: string }) {
  const t = useT()
  const [now, setNow] = useState(() => Date.now())
  const canRecall = isOwn && now / 1000 - message.time < recallSeconds
  const canReply = onReply !== null && message.kind !== 'note'
  const copy = (): void => void navigator.clipboard?.writeText(message.text)
  const items: ActionMenuItem[] = [
    ...(canReply ? [{ key: 'reply', text: t('reply'), reason: null, run: onReply }] : []),
    ...(message.text === '' ? [] : [{ key: 'copy', text: t('copy'), reason: null, run: copy }]),
    ...(canRecall ? [{ key: 'recall', text: t('recall'), reason: null, run: onRecall }] : []),
  ]
  return (
    <ActionMenu
      size="small"
      variant="minimal"
      name={t('message-menu', { name })}
      items={items}
      onOpening={() => setNow(Date.now())}
    />
  )
}

interface TextProps {
  readonly message: ChatMessage
  readonly people: readonly Person[]
}

/** The text, in which the people whom the sender has mentioned are marked. */
function TextOf({ message: { text, mentions }, people }: TextProps) {
  const mentioned = people.filter(({ id }) => mentions.includes(id))
  return (
    <span className="chat-text">
      {splitMentions(text, mentioned).map((part) =>
        part.person === null ? part.text : <strong key={part.start}>{part.text}</strong>,
      )}
    </span>
  )
}

interface QuoteProps {
  readonly quote: NonNullable<ChatMessage['reply']>
  readonly onOpen: (() => void) | null
}

function QuoteOf({ quote: { name, text, recalled }, onOpen }: QuoteProps) {
  const t = useT()
  const content = (
    <>
      <span>{name || t('gone')}</span>
      <span>{recalled ? t('recalled') : text || t('file')}</span>
    </>
  )
  if (onOpen === null) return <blockquote className="chat-quote">{content}</blockquote>
  return (
    <button type="button" className="chat-quote" title={t('quote-open')} onClick={onOpen}>
      {content}
    </button>
  )
}

function FileOf({ file }: { readonly file: NonNullable<ChatMessage['file']> }) {
  if (file.isImage)
    return (
      <a href={file.address} target="_blank" rel="noopener noreferrer" className="chat-image">
        <img src={file.address} alt={file.name} loading="lazy" />
      </a>
    )
  return (
    <a href={file.address} className="chat-file" download={file.name}>
      <span>{file.name}</span>
      <span className="tw-muted">{sizeText(file.size)}</span>
    </a>
  )
}

interface OutgoingProps {
  readonly message: OutgoingMessage
  readonly retry: () => void
  readonly discard: () => void
}

/** An own message that is not stored yet, as far as this browser knows. */
export function OutgoingBubble({ message, retry, discard }: OutgoingProps) {
  const t = useT()
  return (
    <div className={message.isNote ? 'chat-row chat-own chat-note' : 'chat-row chat-own'}>
      <div className="chat-body">
        <div className="chat-bubble">
          {message.file && (
            <span className="chat-file">
              <span>{message.file.name}</span>
              <span className="tw-muted">{sizeText(message.file.size)}</span>
            </span>
          )}
          {message.text !== '' && <span className="chat-text">{message.text}</span>}
        </div>
        {message.refusal === null ? (
          <span className="chat-foot tw-muted">
            {message.seq === null ? (
              <>
                <Time size={12} /> <span>{message.file?.code === null ? t('uploading') : t('state-waiting')}</span>
              </>
            ) : (
              <span>{t('state-sent')}</span>
            )}
          </span>
        ) : (
          <span className="chat-foot chat-refused" role="alert">
            <ErrorIcon size={12} /> <span>{t('state-refused', { reason: message.refusal })}</span>
            <Button variant="minimal" size="small" text={t('resend')} onClick={retry} />
            <Button variant="minimal" size="small" text={t('discard')} onClick={discard} />
          </span>
        )}
      </div>
    </div>
  )
}

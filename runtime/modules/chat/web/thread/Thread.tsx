/** The messages of a conversation, oldest first, with a place to write below. */
import { Button, Spinner } from '@blueprintjs/core'
import { ArrowDown } from '@blueprintjs/icons'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { errorText, notify, useSite } from 'tablewright/web'
import type { ChatMessage } from '../../shared/message.ts'
import { useT } from '../texts.ts'
import { Composer, type ComposerExtras } from './Composer.tsx'
import { Bubble, OutgoingBubble } from './Bubble.tsx'
import { EventRow } from './EventRow.tsx'
import { threadRows, type ThreadRow } from './rows.ts'
import type { ThreadSource } from './source.ts'
import { useThread, type Thread as ThreadContent } from './use-thread.ts'
import './thread.css'

interface ThreadProps {
  readonly source: ThreadSource
  /** How far was read when the conversation was opened: what follows is new. */
  readonly readSeq: number
  /** How far the other side has read; null = it is not told. */
  readonly othersRead: number | null
  /** Why nothing can be written; null = it can. */
  readonly closed: string | null
  readonly composer?: ComposerExtras
  /** A message to show, each time it is another object. */
  readonly target?: { readonly seq: number } | null
  /** Stands above the messages. */
  readonly children?: ReactNode
}

/** Pixels from the end within which new messages are followed. */
const endDistance = 80

export function Thread({ source, readSeq, othersRead, closed, composer, target = null, children }: ThreadProps) {
  const t = useT()
  const { timeZone } = useSite()
  const thread = useThread(source)
  const { messages, more, isLoading, error, isTyping } = thread
  const { messages: queue } = useSnapshot(source.outbox.state)
  const [reply, setReply] = useState<ChatMessage | null>(null)
  // The line stays where it was when the conversation was opened.
  const [newAfter] = useState(readSeq)
  const outgoing = queue.filter(({ conversation }) => conversation === source.conversation)
  const rows = threadRows({ messages, outgoing, timeZone, newAfter, isOwn: (message) => isOwn(source, message) })
  const last = messages.at(-1)?.seq ?? 0
  const { list, isAtEnd, unseen, scrollToEnd, onScroll } = useScroll(rows.length, last, thread)
  const show = useJump(thread, target)

  const clients = messages.map(({ client }) => client).join()
  const settle = useEffectEvent((_clients: string) =>
    source.outbox.settle(new Set(messages.flatMap(({ client }) => (client === null ? [] : [client])))),
  )
  useEffect(() => settle(clients), [clients])
  useReading(source, last, isAtEnd)

  return (
    <div className="chat-thread">
      {children}
      <div className="chat-scroll" ref={list} onScroll={onScroll} role="log" aria-label={t('title')}>
        {more && (
          <div className="chat-older">
            <Button variant="minimal" text={t('older')} loading={isLoading} onClick={thread.loadOlder} />
          </div>
        )}
        {isLoading && messages.length === 0 && <Spinner aria-label={t('loading')} />}
        {!isLoading && error === '' && rows.length === 0 && <p className="tw-muted chat-empty">{t('no-messages')}</p>}
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            source={source}
            othersRead={othersRead}
            onShow={show}
            onReply={closed === null ? setReply : null}
          />
        ))}
        {isTyping && <p className="chat-typing tw-muted">{t('typing')}</p>}
        {error !== '' && (
          <p role="alert" className="chat-problem">
            {error} <Button size="small" text={t('retry')} onClick={thread.retry} />
          </p>
        )}
      </div>
      {!isAtEnd && (
        <Button
          className="chat-to-end"
          icon={<ArrowDown />}
          text={unseen > 0 ? t('to-end-new', { count: unseen }) : undefined}
          aria-label={unseen > 0 ? t('to-end-new', { count: unseen }) : t('to-end')}
          onClick={scrollToEnd}
        />
      )}
      <p className="tw-visually-hidden" aria-live="polite">
        {isTyping ? t('typing') : ''}
      </p>
      {closed === null ? (
        <Composer
          source={source}
          reply={reply}
          onReplyDone={() => setReply(null)}
          onType={thread.sayTyping}
          onSent={scrollToEnd}
          extras={composer}
        />
      ) : (
        <p className="chat-closed tw-muted">{closed}</p>
      )}
    </div>
  )
}

const isOwn = ({ me }: ThreadSource, { sender }: Pick<ChatMessage, 'sender'>): boolean =>
  sender?.kind === me.kind && sender.id === me.id

interface RowProps extends Pick<ThreadProps, 'source' | 'othersRead'> {
  readonly row: ThreadRow
  readonly onShow: (seq: number) => void
  /** Null = nothing can be written. */
  readonly onReply: ((message: ChatMessage) => void) | null
}

function Row({ row, source, othersRead, onShow, onReply }: RowProps) {
  const t = useT()
  const { timeZone } = useSite()
  if (row.type === 'day') return <p className="chat-day">{row.day}</p>
  if (row.type === 'new')
    return (
      <p className="chat-new">
        <span>{t('new-messages')}</span>
      </p>
    )
  if (row.type === 'event') return <EventRow message={row.message} timeZone={timeZone} />
  if (row.type === 'outgoing') {
    const { client } = row.message
    return (
      <OutgoingBubble
        message={row.message}
        retry={() => source.outbox.retry(client)}
        discard={() => source.outbox.discard(client)}
      />
    )
  }
  const { reply: quote } = row.message
  const recall = (): void =>
    void source.recall(row.message.seq).catch((error: unknown) => notify({ text: errorText(error), tone: 'danger' }))
  return (
    <Bubble
      message={row.message}
      isOwn={isOwn(source, row.message)}
      isFollowing={row.isFollowing}
      isRead={othersRead !== null && row.message.seq <= othersRead}
      hasReadState={othersRead !== null}
      recallSeconds={source.recallSeconds}
      people={source.people}
      onQuote={quote && !quote.recalled ? () => onShow(quote.seq) : null}
      onReply={onReply && (() => onReply(row.message))}
      onRecall={recall}
    />
  )
}

/** Shows a message, which is loaded with those around it where it is not here. */
function useJump({ messages, loadAround }: ThreadContent, target: ThreadProps['target']): (seq: number) => void {
  const t = useT()
  const [next, setNext] = useState<number | null>(null)
  const show = (seq: number): void => {
    if (messages.some((message) => message.seq === seq)) return scrollToMessage(seq)
    void loadAround(seq).then((isThere) => {
      if (isThere) setNext(seq)
      else if (isThere === false) notify({ text: t('quote-missing'), tone: 'warning' })
    })
  }
  const isHere = next !== null && messages.some(({ seq }) => seq === next)
  // After the messages have their place.
  useLayoutEffect(() => {
    if (isHere && next !== null) scrollToMessage(next)
  }, [isHere, next])
  const showTarget = useEffectEvent(show)
  useEffect(() => {
    if (target) showTarget(target.seq)
  }, [target])
  return show
}

/** Scrolls to a message, and marks it for a moment. */
function scrollToMessage(seq: number): void {
  const row = document.querySelector(`[data-seq="${seq}"]`)
  row?.scrollIntoView({ block: 'center' })
  row?.classList.remove('chat-shown')
  // Begins the animation anew where the same message is shown again.
  requestAnimationFrame(() => row?.classList.add('chat-shown'))
}

/** Keeps the place of the reader: at the end new messages are followed, elsewhere older ones do not move the text. */
function useScroll(count: number, last: number, { hasLater, loadOlder, loadLater, showNewest }: ThreadContent) {
  const list = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seenLast, setSeenLast] = useState(0)
  const before = useRef({ height: 0, top: 0, last: 0, isAtEnd: true })
  const keepPlace = useEffectEvent((_count: number, newest: number) => {
    const element = list.current
    if (!element) return
    const { height, top, last: formerLast, isAtEnd: wasAtEnd } = before.current
    if (wasAtEnd) element.scrollTop = element.scrollHeight
    else if (newest === formerLast && element.scrollHeight > height)
      element.scrollTop = top + element.scrollHeight - height
    before.current = { height: element.scrollHeight, top: element.scrollTop, last: newest, isAtEnd: wasAtEnd }
  })
  useLayoutEffect(() => keepPlace(count, last), [count, last])
  // An image that arrives, or a screen keyboard, changes the height without a scroll.
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      if (before.current.isAtEnd) element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onScroll = (): void => {
    const element = list.current
    if (!element) return
    const isLow = element.scrollHeight - element.scrollTop - element.clientHeight < endDistance
    const isEnd = isLow && !hasLater
    before.current = { height: element.scrollHeight, top: element.scrollTop, last, isAtEnd: isEnd }
    setAtEnd(isEnd)
    if (isEnd) setSeenLast(last)
    if (isLow && hasLater) loadLater()
    else if (element.scrollTop < endDistance && element.scrollHeight > element.clientHeight) loadOlder()
  }
  const unseen = isAtEnd || seenLast === 0 ? 0 : Math.max(0, last - seenLast)
  const scrollToEnd = (): void => {
    const element = list.current
    if (!element) return
    before.current.isAtEnd = true
    setAtEnd(true)
    showNewest()
    element.scrollTop = element.scrollHeight
  }
  return { list, isAtEnd, unseen, scrollToEnd, onScroll }
}

/** Marks as read: the messages on the screen of a person who looks. */
function useReading(source: ThreadSource, last: number, isAtEnd: boolean): void {
  const { conversation } = source
  const read = useEffectEvent((_conversation: number, seq: number) => {
    if (!document.hidden) void source.markRead(seq).catch(() => {})
  })
  useEffect(() => {
    if (!isAtEnd || last === 0) return undefined
    read(conversation, last)
    const onVisible = (): void => read(conversation, last)
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [conversation, last, isAtEnd])
}

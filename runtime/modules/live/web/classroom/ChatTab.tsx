/** The chat of a lesson, and private messages with one person. */
import { Button, HTMLSelect, TextArea } from '@blueprintjs/core'
import { SendMessage } from '@blueprintjs/icons'
import { useEffect, useId, useRef, useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, errorText, notify, useSite, useStaleWhileRevalidate, useTopic } from 'tablewright/web'
import { maxChat, privateTopic } from '../../shared/events.ts'
import { isStaff } from '../../shared/person.ts'
import { judge, mayWritePrivately } from '../../shared/rights.ts'
import { privateListRoute, privateSendRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import type { OpenLesson } from './use-lesson.ts'

interface Line {
  readonly key: string
  readonly name: string
  readonly holder: string | null
  readonly isOwn: boolean
  readonly time: number
  readonly text: string
  readonly hide?: (() => void) | undefined
}

export function ChatTab({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { me, state, people } = lesson
  const [partner, setPartner] = useState('')
  const receivers = people.filter(({ holder, role }) => me !== null && mayWritePrivately(state, me, { holder, role }))
  const privates = usePrivate(lesson)
  const withMessages = new Set(privates.messages.flatMap(({ sender, receiver }) => [sender, receiver]))
  const partners = people.filter(
    ({ holder }) =>
      holder !== me?.holder && (withMessages.has(holder) || receivers.some((person) => person.holder === holder)),
  )
  const isPrivate = partner !== '' && partners.some(({ holder }) => holder === partner)
  const send = isPrivate
    ? (text: string) => privates.send(partner, text)
    : (text: string) => lesson.submit({ kind: 'chat', payload: { text } })
  const mayWrite = isPrivate
    ? receivers.some(({ holder }) => holder === partner)
    : me !== null && judge(state, me, { kind: 'chat', payload: { text: '…' } }) === 'allowed'
  return (
    <div className="live-chat">
      {partners.length > 0 && (
        <HTMLSelect
          fill
          aria-label={t('chat-with')}
          value={isPrivate ? partner : ''}
          onChange={({ currentTarget }) => setPartner(currentTarget.value)}
          options={[
            { value: '', label: t('chat-all') },
            ...partners.map(({ holder, name }) => ({ value: holder, label: t('chat-private', { name }) })),
          ]}
        />
      )}
      <Lines lines={isPrivate ? privateLines(lesson, privates.messages, partner) : publicLines(lesson)} />
      {mayWrite ? (
        <Composer key={partner} label={t(isPrivate ? 'write-private' : 'write')} onSend={send} />
      ) : (
        <p className="tw-muted live-note">{t(me === null ? 'chat-visitor' : chatReason(state.status))}</p>
      )}
    </div>
  )
}

const chatReason = (status: OpenLesson['state']['status']): 'chat-off' | 'chat-not-live' =>
  status === 'live' ? 'chat-off' : 'chat-not-live'

function publicLines({ me, state, nameOf, submit }: OpenLesson): readonly Line[] {
  const mayHide = me !== null && isStaff(me) && state.status === 'live'
  return state.chat
    .filter(({ hidden }) => !hidden)
    .map(({ seq, person, time, text }) => ({
      key: String(seq),
      name: nameOf(person),
      holder: person,
      isOwn: person !== null && person === me?.holder,
      time,
      text,
      hide: mayHide ? () => submit({ kind: 'chat.hide', payload: { seq } }) : undefined,
    }))
}

type PrivateMessage = ReturnType<typeof usePrivate>['messages'][number]

const privateLines = ({ me, nameOf }: OpenLesson, messages: readonly PrivateMessage[], partner: string) =>
  messages
    .filter(({ sender, receiver }) => sender === partner || receiver === partner)
    .map(({ id, sender, time, text }): Line => ({
      key: String(id),
      name: nameOf(sender),
      holder: sender,
      isOwn: sender === me?.holder,
      time,
      text,
    }))

function usePrivate({ audience, me, room }: OpenLesson) {
  const area = audience === 'visitor' ? null : audience
  const { value, retry } = useStaleWhileRevalidate(`private ${area} ${room.id}`, async () =>
    area === null
      ? []
      : (await callRoute(privateListRoute[area], { room: room.id }, { quiet: true, isBackground: true })).messages,
  )
  useTopic(me === null ? null : privateTopic(room.id, me.holder), {
    as: area === 'staff' ? 'admin' : 'member',
    onChange: retry,
  })
  const send = (person: string, text: string): void => {
    if (area === null) return
    const message = { room: room.id, person, text, client: crypto.randomUUID() }
    callRoute(privateSendRoute[area], message, { quiet: true }).then(retry, (error: unknown) =>
      notify({ text: errorText(error), tone: 'danger' }),
    )
  }
  return { messages: value ?? [], send }
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const t = useT()
  const { timeZone } = useSite()
  const list = useRef<HTMLDivElement>(null)
  const count = lines.length
  useEffect(() => {
    const element = list.current
    if (element && count > 0) element.scrollTop = element.scrollHeight
  }, [count])
  return (
    // The keyboard scrolls it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={list} className="live-lines" role="log" aria-label={t('tab-chat')} tabIndex={0}>
      {count === 0 && <p className="tw-muted">{t('chat-empty')}</p>}
      {lines.map(({ key, name, holder, isOwn, time, text, hide }) => (
        <div key={key} className="live-chat-line" data-own={isOwn || undefined}>
          <p className="live-chat-name">
            <strong>{name || t(roleOf(holder))}</strong>{' '}
            <span className="tw-muted">{formatSeconds(Math.floor(time / 1000), timeZone).slice(11, 16)}</span>
            {hide && (
              <Button
                variant="minimal"
                size="small"
                text={t('hide')}
                aria-label={t('hide-line', { name })}
                onClick={hide}
              />
            )}
          </p>
          <p className="live-chat-text">{text}</p>
        </div>
      ))}
    </div>
  )
}

/** Visitors do not see the names of people. */
const roleOf = (holder: string | null): 'gone' | 'role-teacher' | 'a-pupil' =>
  holder === null ? 'gone' : holder.startsWith('admin:') ? 'role-teacher' : 'a-pupil'

function Composer({ label, onSend }: { readonly label: string; readonly onSend: (text: string) => void }) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const send = (): void => {
    if (text.trim() === '') return
    onSend(text.trim())
    setText('')
    document.getElementById(id)?.focus()
  }
  return (
    <form
      className="live-composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        id={id}
        fill
        value={text}
        maxLength={maxChat}
        aria-label={label}
        placeholder={label}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          // While an input method composes, Enter belongs to it.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <Button
        type="submit"
        intent="primary"
        icon={<SendMessage />}
        aria-label={t('send')}
        title={t('send')}
        disabled={text.trim() === ''}
      />
    </form>
  )
}

/** Settings of a conversation: quiet, cleared, blocked, and the members of a group. */
import { Button, Dialog, DialogBody, DialogFooter, Drawer, InputGroup } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute } from 'tablewright/web'
import { changeGroupRoute, changeRoute, readRoute, type stateRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { Avatar } from '../thread/Avatar.tsx'
import { SearchMessages } from './SearchMessages.tsx'

type ConversationState = AnswerOf<(typeof stateRoute)['answer']>

/** Resolves with whether it was done. */
type Run = (work: Promise<unknown>, after?: () => void) => Promise<boolean>

interface InfoProps {
  readonly state: ConversationState
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChanged: () => void
  /** Shows a message of the conversation. */
  readonly onShow: (seq: number) => void
}

export function ConversationInfo({ state, isOpen, onClose, onChanged, onShow }: InfoProps) {
  const t = useT()
  const navigate = useNavigate()
  const conversation = state.id
  const [question, setQuestion] = useState<Question | null>(null)
  // The call itself shows a refusal as a toast.
  const run: Run = (work, after) =>
    work.then(
      () => {
        onChanged()
        after?.()
        return true
      },
      () => false,
    )
  const leave = (): void => void navigate('/user/chat/list')
  const ask = (about: Question['about'], confirm: () => void): void => setQuestion({ about, confirm, isOpen: true })
  return (
    <Drawer isOpen={isOpen} onClose={onClose} title={t('info')} size="min(420px, 100%)">
      <div className="chat-info">
        <SearchMessages
          conversation={conversation}
          onShow={(seq) => {
            onClose()
            onShow(seq)
          }}
        />
        <div className="chat-info-actions">
          <Button
            text={state.muted ? t('unmute') : t('mute')}
            onClick={() => void run(callRoute(changeRoute, { conversation, muted: !state.muted }))}
          />
          <Button
            text={t('mark-unread')}
            onClick={() =>
              void run(callRoute(readRoute, { conversation, seq: Math.max(0, state.head - 1), unread: true }), leave)
            }
          />
          <Button
            text={t('clear')}
            onClick={() => ask('clear', () => void run(callRoute(changeRoute, { conversation, clear: true }), leave))}
          />
          {state.type === 'private' && (
            <Button
              intent={state.blocked ? 'none' : 'danger'}
              text={state.blocked ? t('unblock') : t('block')}
              onClick={() => void run(callRoute(changeRoute, { conversation, blocked: !state.blocked }))}
            />
          )}
          {state.type === 'group' && !state.left && (
            <Button
              intent="danger"
              text={t('leave')}
              onClick={() =>
                ask('leave', () => void run(callRoute(changeGroupRoute, { conversation, leave: true }), leave))
              }
            />
          )}
        </div>
        {state.type === 'group' && <Group state={state} run={run} />}
      </div>
      {question && <Confirmation question={question} onClose={() => setQuestion({ ...question, isOpen: false })} />}
    </Drawer>
  )
}

/** The question before something that cannot be taken back. */
interface Question {
  readonly about: 'clear' | 'leave'
  readonly confirm: () => void
  readonly isOpen: boolean
}

interface ConfirmationProps {
  readonly question: Question
  readonly onClose: () => void
}

function Confirmation({ question: { about, confirm, isOpen }, onClose }: ConfirmationProps) {
  const t = useT()
  return (
    <Dialog role="alertdialog" isOpen={isOpen} title={t(about)} isCloseButtonShown={false} onClose={onClose}>
      <DialogBody>
        <p>{t(`${about}-confirm`)}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={onClose} />
            <Button
              intent="danger"
              text={t(about)}
              onClick={() => {
                onClose()
                confirm()
              }}
            />
          </>
        }
      />
    </Dialog>
  )
}

interface GroupProps {
  readonly state: ConversationState
  readonly run: Run
}

function Group({ state: { id: conversation, owner, members, title, left }, run }: GroupProps) {
  const t = useT()
  return (
    <section>
      <h3>{t('info-members', { count: members.length })}</h3>
      <ul className="chat-members">
        {members.map((person) => (
          <li key={person.id}>
            <Avatar name={person.name} address={person.avatar} />
            <span>{person.name || t('gone')}</span>
            {person.owner && <span className="tw-muted">{t('info-owner')}</span>}
            {owner && !person.owner && (
              <Button
                variant="minimal"
                size="small"
                text={t('remove')}
                aria-label={`${t('remove')}: ${person.name}`}
                onClick={() => void run(callRoute(changeGroupRoute, { conversation, remove: person.id }))}
              />
            )}
          </li>
        ))}
      </ul>
      {owner && !left && (
        <>
          <OneField
            label={t('add-member')}
            placeholder={t('username')}
            onDone={(add) => run(callRoute(changeGroupRoute, { conversation, add }))}
          />
          <OneField
            label={t('rename')}
            placeholder={title}
            onDone={(name) => run(callRoute(changeGroupRoute, { conversation, title: name }))}
          />
        </>
      )}
    </section>
  )
}

interface OneFieldProps {
  readonly label: string
  readonly placeholder: string
  /** @returns whether it was done, after which the text is gone */
  readonly onDone: (text: string) => Promise<boolean>
}

function OneField({ label, placeholder, onDone }: OneFieldProps) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() === '') return
    void onDone(text.trim()).then((isDone) => {
      if (isDone) setText('')
    })
  }
  return (
    <form className="chat-one-field" onSubmit={submit}>
      <InputGroup fill aria-label={label} placeholder={placeholder} value={text} onValueChange={setText} />
      <Button type="submit" text={label} disabled={text.trim() === ''} />
    </form>
  )
}

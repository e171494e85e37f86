/** Settings of a conversation: quiet, cleared, blocked, and the members of a group. */
import { Button, Drawer, InputGroup } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute } from 'tablewright/web'
import { changeGroupRoute, changeRoute, readRoute, type stateRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import { Avatar } from '../thread/Avatar.tsx'
import { SearchMessages } from './SearchMessages.tsx'

type ConversationState = AnswerOf<(typeof stateRoute)['answer']>

interface InfoProps {
  readonly state: ConversationState
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function ConversationInfo({ state, isOpen, onClose, onChanged }: InfoProps) {
  const t = useT()
  const navigate = useNavigate()
  const conversation = state.id
  // The call itself shows a refusal as a toast.
  const run = (work: Promise<unknown>, after?: () => void): void =>
    void work.then(
      () => {
        onChanged()
        after?.()
      },
      () => {},
    )
  const leave = (): void => void navigate('/user/chat/list')
  return (
    <Drawer isOpen={isOpen} onClose={onClose} title={t('info')} size="min(420px, 100%)">
      <div className="chat-info">
        <SearchMessages conversation={conversation} />
        <div className="chat-info-actions">
          <Button
            text={state.muted ? t('unmute') : t('mute')}
            onClick={() => run(callRoute(changeRoute, { conversation, muted: !state.muted }))}
          />
          <Button
            text={t('mark-unread')}
            onClick={() =>
              run(callRoute(readRoute, { conversation, seq: Math.max(0, state.head - 1), unread: true }), leave)
            }
          />
          <Button
            text={t('clear')}
            title={t('clear-confirm')}
            onClick={() => run(callRoute(changeRoute, { conversation, clear: true }), leave)}
          />
          {state.type === 'private' && (
            <Button
              intent={state.blocked ? 'none' : 'danger'}
              text={state.blocked ? t('unblock') : t('block')}
              onClick={() => run(callRoute(changeRoute, { conversation, blocked: !state.blocked }))}
            />
          )}
          {state.type === 'group' && !state.left && (
            <Button
              intent="danger"
              text={t('leave')}
              onClick={() => run(callRoute(changeGroupRoute, { conversation, leave: true }), leave)}
            />
          )}
        </div>
        {state.type === 'group' && <Group state={state} run={run} />}
      </div>
    </Drawer>
  )
}

interface GroupProps {
  readonly state: ConversationState
  readonly run: (work: Promise<unknown>) => void
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
                onClick={() => run(callRoute(changeGroupRoute, { conversation, remove: person.id }))}
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
  readonly onDone: (text: string) => void
}

function OneField({ label, placeholder, onDone }: OneFieldProps) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() === '') return
    onDone(text.trim())
    setText('')
  }
  return (
    <form className="chat-one-field" onSubmit={submit}>
      <InputGroup fill aria-label={label} placeholder={placeholder} value={text} onValueChange={setText} />
      <Button type="submit" text={label} disabled={text.trim() === ''} />
    </form>
  )
}

/** The rooms of a member: sign up, withdraw, enter. */
import { AnchorButton, Button, InputGroup, Spinner } from '@blueprintjs/core'
import { useId, useState, type FormEvent } from 'react'
import { formatSeconds, type AnswerOf } from 'tablewright/protocol'
import { callRoute, notify, useLanguage, useSite, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listRooms, signUpForRoom, withdrawFromRoom } from '../../shared/room-routes.ts'
import { Problem } from '../member/Problem.tsx'
import './rooms.css'
import { useT } from './texts.ts'

type Room = AnswerOf<(typeof listRooms)['answer']>['list'][number]

export function Rooms() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('rooms'))
  const { value, error, retry } = useStaleWhileRevalidate(`exam rooms ${language}`, () =>
    callRoute(listRooms, null, { quiet: true }),
  )
  return (
    <>
      <h1>{t('rooms')}</h1>
      {error !== null && <Problem error={error} retry={retry} />}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.list.length === 0 && <p className="tw-card tw-muted">{t('empty')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card exam-rooms">
          {value.list.map((room) => (
            <RoomRow key={room.id} room={room} refresh={retry} />
          ))}
        </ul>
      )}
    </>
  )
}

interface RowProps {
  readonly room: Room
  readonly refresh: () => void
}

const refusals = ['full', 'waiting', 'refused', 'before', 'closed', 'after', 'done', 'makeup_wait', 'passed'] as const

/** The state in a few words. */
function stateText({ action, refusal, reason, signup, isInvited }: Room, t: ReturnType<typeof useT>): string {
  const name = refusals.find((candidate) => candidate === refusal)
  if (name === 'refused' && reason !== '') return t('refused-reason', { reason })
  if (name) return t(name)
  if (action === 'makeup') return t('failed')
  if (signup === 'accepted') return isInvited ? t('invited') : t('accepted')
  return ''
}

function RoomRow({ room, refresh }: RowProps) {
  const t = useT()
  const { timeZone } = useSite()
  const { title, subject, paper, description, quantity, limit, start, end, left, makeups } = room
  const facts = [
    `${subject} · ${paper}`,
    t('facts', { quantity, limit, total: Number(room.total), pass: Number(room.pass) }),
    makeups > 0 && t('makeups', { count: makeups }),
  ].filter((fact) => fact !== false)
  const state = stateText(room, t)
  return (
    <li className="exam-room">
      <div className="exam-room-text">
        <h2>{title}</h2>
        <p>
          {formatSeconds(start, timeZone)} – {formatSeconds(end, timeZone)}
        </p>
        {facts.map((fact) => (
          <p key={fact} className="tw-muted">
            {fact}
          </p>
        ))}
        {description !== '' && <p className="exam-room-description">{description}</p>}
      </div>
      <div className="exam-room-step">
        {state !== '' && (
          <p role="status" data-signup={room.signup}>
            {state}
          </p>
        )}
        {room.signup === 'none' && left !== null && left > 0 && (
          <p className="tw-muted">{t('left', { count: left })}</p>
        )}
        <Step room={room} refresh={refresh} />
      </div>
    </li>
  )
}

function Step({ room, refresh }: RowProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true)
    try {
      await work()
      notify({ text: done, tone: 'success' })
    } catch {
      // The refusal was shown.
    }
    setBusy(false)
    refresh()
  }
  const { action, title } = room
  const signUp = (password?: string): void =>
    void run(
      () => callRoute(signUpForRoom, { room: room.id, ...(password !== undefined && { password }) }),
      t(room.needsApproval ? 'sent' : 'signed-up'),
    )
  return (
    <>
      {(action === 'enter' || action === 'resume' || action === 'makeup') && (
        <AnchorButton
          intent="primary"
          href={`#/user/exam/room/${room.id}`}
          text={t(action)}
          aria-label={`${t(action)}: ${title}`}
        />
      )}
      {action === 'signup' &&
        (room.needsPassword ? (
          <PasswordForm title={title} isBusy={isBusy} send={signUp} />
        ) : (
          <Button
            intent="primary"
            loading={isBusy}
            text={t('sign-up')}
            aria-label={`${t('sign-up')}: ${title}`}
            onClick={() => signUp()}
          />
        ))}
      {room.canWithdraw && (
        <Button
          variant="minimal"
          loading={isBusy}
          text={t('withdraw')}
          aria-label={`${t('withdraw')}: ${title}`}
          onClick={() => void run(() => callRoute(withdrawFromRoom, { room: room.id }), t('withdrawn'))}
        />
      )}
    </>
  )
}

interface FormProps {
  readonly title: string
  readonly isBusy: boolean
  readonly send: (password: string) => void
}

function PasswordForm({ title, isBusy, send }: FormProps) {
  const t = useT()
  const id = useId()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (password !== '' && !isBusy) send(password)
  }
  return (
    <form className="exam-room-password" onSubmit={submit}>
      <label htmlFor={id}>{t('password')}</label>
      <InputGroup id={id} autoComplete="off" maxLength={32} value={password} onValueChange={setPassword} />
      <Button
        type="submit"
        intent="primary"
        aria-disabled={isBusy}
        text={t('sign-up')}
        aria-label={`${t('sign-up')}: ${title}`}
      />
    </form>
  )
}

/** One room: who works, who is offline, who has submitted; more time, messages, and the end. */
import { Button, Callout, SegmentedControl, Spinner } from '@blueprintjs/core'
import { Comment, History, Lock, Person } from '@blueprintjs/icons'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { errorText, listAddress, useCan, useSite, useTitle } from 'tablewright/web'
import { useSingleKeys } from 'tablewright/web/parts'
import { CandidateRow } from './CandidateRow.tsx'
import { DeskDialog, type Intent } from './DeskDialog.tsx'
import { canDo, shownState, shownStates, type CandidateAction, type Filter, type Rights } from './states.ts'
import { useT } from './texts.ts'
import { useDesk, useFixedOrder, useServerTime, type Candidate, type Desk } from './use-desk.ts'

export function RoomDesk({ room, close }: { readonly room: number; readonly close: () => void }) {
  const t = useT()
  const { value, error, retry, isOpen } = useDesk(room)
  useTitle(value?.title ?? t('desk'))
  return (
    <div className="exam-desk">
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
        </Callout>
      )}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value && <LiveRoom desk={value} isLive={isOpen} refresh={retry} close={close} />}
    </div>
  )
}

/** The list of sign-ups of the room that wait for approval. */
const waitingAddress = (room: number): string =>
  listAddress('exam/signup', {
    search: [
      { field: 'room_id', operator: 'eq', val: String(room) },
      { field: 'status', operator: 'eq', val: '0' },
    ],
  })

interface LiveProps {
  readonly desk: Desk
  readonly isLive: boolean
  readonly refresh: () => void
  readonly close: () => void
}

function LiveRoom({ desk, isLive, refresh, close }: LiveProps) {
  const t = useT()
  const now = useServerTime(desk.now)
  const list = useFixedOrder(desk.list)
  const [filter, setFilter] = useState<Filter>('all')
  const [current, setCurrent] = useState('')
  const [intent, setIntent] = useState<Intent | null>(null)
  const visible = list.filter((candidate) => filter === 'all' || shownState(candidate) === filter)
  const rights = useRights()
  const move = (step: number): void => {
    const place = visible.findIndex(({ key }) => key === current)
    const next = visible[place < 0 ? 0 : Math.min(visible.length - 1, Math.max(0, place + step))]
    if (!next) return
    setCurrent(next.key)
    document.getElementById(`candidate-${next.key}`)?.focus()
  }
  const open = (action: CandidateAction): void => {
    const candidate = visible.find(({ key }) => key === current)
    if (candidate && rights[action] && canDo(candidate, action)) setIntent({ action, candidate })
  }
  useSingleKeys({
    j: () => move(1),
    k: () => move(-1),
    e: () => open('extend'),
    m: () => open('message'),
    s: () => open('force'),
  })
  return (
    <>
      <Head desk={desk} close={close} />
      {!isLive && (
        <Callout compact intent="warning" role="status">
          {t('reconnecting')}
        </Callout>
      )}
      <div className="exam-desk-bar">
        <Counts list={list} filter={filter} onChange={setFilter} />
        <RoomActions rights={rights} open={(action) => setIntent({ action, candidate: null })} />
      </div>
      <Offline list={list} />
      {desk.waiting > 0 && (
        <p className="exam-desk-warning">
          <a href={waitingAddress(desk.room)}>{t('waiting', { count: desk.waiting })}</a>
        </p>
      )}
      {list.length === 0 && <p className="tw-card tw-muted">{t('no-people')}</p>}
      {list.length > 0 && visible.length === 0 && <p className="tw-card tw-muted">{t('no-match')}</p>}
      {visible.length > 0 && (
        <div className="tw-card exam-desk-list" role="table" aria-label={desk.title}>
          <ColumnNames />
          {visible.map((candidate) => (
            <CandidateRow
              key={candidate.key}
              candidate={candidate}
              now={now}
              isCurrent={candidate.key === current}
              rights={rights}
              select={() => setCurrent(candidate.key)}
              open={(action) => setIntent({ action, candidate })}
            />
          ))}
        </div>
      )}
      {list.length > 0 && <p className="tw-muted exam-desk-keys">{t('keys')}</p>}
      <Messages desk={desk} />
      {intent && (
        <DeskDialog
          key={`${intent.action} ${intent.candidate?.key ?? ''}`}
          room={desk.room}
          intent={intent}
          close={() => setIntent(null)}
          refresh={refresh}
        />
      )}
    </>
  )
}

function Head({ desk, close }: Pick<LiveProps, 'desk' | 'close'>) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <div className="exam-desk-head">
      <div className="exam-desk-title">
        <h1>{desk.title}</h1>
        <p className="tw-muted">
          {desk.paper} · {formatSeconds(desk.start, timeZone)} – {formatSeconds(desk.end, timeZone)}
        </p>
      </div>
      <Button text={t('back')} onClick={close} />
    </div>
  )
}

const roomActions = [
  { action: 'extend', icon: <History />, text: 'extend-all' },
  { action: 'message', icon: <Comment />, text: 'message-all' },
  { action: 'force', icon: <Lock />, text: 'submit-all' },
  { action: 'invite', icon: <Person />, text: 'invite' },
] as const

/** Buttons for all candidates. */
function RoomActions({ rights, open }: { readonly rights: Rights; readonly open: (action: Intent['action']) => void }) {
  const t = useT()
  return (
    <div className="exam-desk-actions">
      {roomActions.map(
        ({ action, icon, text }) =>
          rights[action] && <Button key={action} icon={icon} text={t(text)} onClick={() => open(action)} />,
      )}
    </div>
  )
}

const columns = ['name', 'state', 'progress', 'time-left', 'switches', 'actions'] as const

function ColumnNames() {
  const t = useT()
  return (
    <div className="exam-desk-names" role="row">
      {columns.map((name) => (
        <span key={name} role="columnheader">
          {t(name)}
        </span>
      ))}
    </div>
  )
}

function useRights(): Rights {
  const can = useCan()
  return {
    extend: can('exam/desk', 'extend'),
    message: can('exam/desk', 'message'),
    force: can('exam/desk', 'force'),
    invite: can('exam/desk', 'invite'),
  }
}

interface CountsProps {
  readonly list: readonly Candidate[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

function Counts({ list, filter, onChange }: CountsProps) {
  const t = useT()
  const filters: readonly Filter[] = ['all', ...shownStates]
  const countOf = (name: Filter): number =>
    name === 'all' ? list.length : list.filter((candidate) => shownState(candidate) === name).length
  return (
    <SegmentedControl
      aria-label={t('filter')}
      className="exam-desk-counts"
      options={filters.map((name) => ({ label: `${t(name)} ${countOf(name)}`, value: name }))}
      value={filter}
      onValueChange={(next) => onChange(filters.find((name) => name === next) ?? 'all')}
    />
  )
}

/** Nobody misses that somebody is offline: it is said, and stays. */
function Offline({ list }: { readonly list: readonly Candidate[] }) {
  const t = useT()
  const names = list.filter((candidate) => shownState(candidate) === 'offline').map(({ name }) => name)
  return (
    <p role="status" className="exam-desk-warning">
      {names.length > 0 && t('offline-now', { names: names.join(', ') })}
    </p>
  )
}

function Messages({ desk: { messages } }: { readonly desk: Desk }) {
  const t = useT()
  const { timeZone } = useSite()
  if (messages.length === 0) return null
  return (
    <section className="tw-card exam-desk-messages" aria-label={t('messages')}>
      <h2>{t('messages')}</h2>
      <ul>
        {messages.map(({ id, text, time, name }) => (
          <li key={id}>
            <span className="tw-muted">
              {formatSeconds(time, timeZone)} · {name === '' ? t('to-all') : name}
            </span>{' '}
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

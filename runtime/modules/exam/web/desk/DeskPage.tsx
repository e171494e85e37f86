/** The desk of an examination day: the rooms, and one of them live. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { formatSeconds, type AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useLanguage, usePage, useSite, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { deskRooms } from '../../shared/room-routes.ts'
import './desk.css'
import { RoomDesk } from './RoomDesk.tsx'
import { useT } from './texts.ts'

type Room = AnswerOf<(typeof deskRooms)['answer']>['list'][number]

export function DeskPage() {
  const { location, navigate } = usePage()
  const room = Number(new URLSearchParams(location.search).get('room') ?? 0)
  const choose = (id: number): void => navigate({ search: id === 0 ? '' : `?room=${id}` })
  return room > 0 ? <RoomDesk key={room} room={room} close={() => choose(0)} /> : <Rooms choose={choose} />
}

function Rooms({ choose }: { readonly choose: (id: number) => void }) {
  const t = useT()
  useTitle(t('desk'))
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`exam desk ${language}`, () =>
    callRoute(deskRooms, null, { quiet: true }),
  )
  return (
    <div className="exam-desk">
      <h1>{t('desk')}</h1>
      {error !== null && (
        <Callout compact intent="danger" role="alert">
          {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
        </Callout>
      )}
      {!value && error === null && <Spinner aria-label={t('loading')} />}
      {value?.list.length === 0 && <p className="tw-card tw-muted">{t('no-rooms')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card exam-desk-rooms" aria-label={t('rooms')}>
          {value.list.map((room) => (
            <RoomLine key={room.room} room={room} choose={choose} />
          ))}
        </ul>
      )}
    </div>
  )
}

const statuses = ['draft', 'open', 'closed'] as const

function RoomLine({ room, choose }: { readonly room: Room; readonly choose: (id: number) => void }) {
  const t = useT()
  const { timeZone } = useSite()
  const { title, paper, status, start, end, accepted, places, working, waiting } = room
  return (
    <li>
      <div className="exam-desk-room">
        <Button variant="minimal" text={title} onClick={() => choose(room.room)} />
        <span className="tw-muted">{paper}</span>
      </div>
      <span>{t(statuses[status] ?? 'draft')}</span>
      <span className="tw-muted">
        {formatSeconds(start, timeZone)} – {formatSeconds(end, timeZone)}
      </span>
      <span>{places === null ? t('people', { accepted }) : t('people-of', { accepted, places })}</span>
      <span>{working > 0 ? t('working-count', { count: working }) : ''}</span>
      <span className="exam-desk-warning">{waiting > 0 ? t('waiting', { count: waiting }) : ''}</span>
    </li>
  )
}

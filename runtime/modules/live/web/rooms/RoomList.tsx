/** Rooms: those that are live or to come, and those that are over. */
import { Button, ButtonGroup, Tag } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, errorText, fileUrl, useLanguage, useSite, useStaleWhileRevalidate } from 'tablewright/web'
import { roomsRoute } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import '../live.css'

export type RoomLine = Awaited<ReturnType<typeof loadRooms>>['list'][number]

const loadRooms = (past: boolean, page: number) => callRoute(roomsRoute, { past, page }, { quiet: true })

export const statusIntents = { scheduled: 'none', live: 'success', ended: 'none', cancelled: 'warning' } as const

export function RoomList() {
  const t = useT()
  const language = useLanguage()
  const [past, setPast] = useState(false)
  const [page, setPage] = useState(1)
  const { value, error, retry } = useStaleWhileRevalidate(`rooms ${past} ${page} ${language}`, () =>
    loadRooms(past, page),
  )
  const choose = (next: boolean): void => {
    setPast(next)
    setPage(1)
  }
  return (
    <>
      <div className="live-list-title">
        <h1>{t('title')}</h1>
        <ButtonGroup role="group" aria-label={t('which-rooms')}>
          <Button text={t('rooms-next')} aria-pressed={!past} active={!past} onClick={() => choose(false)} />
          <Button text={t('rooms-past')} aria-pressed={past} active={past} onClick={() => choose(true)} />
        </ButtonGroup>
      </div>
      {error !== null && (
        <p role="alert">
          {errorText(error)} <Button icon={<Refresh />} text={t('retry')} onClick={retry} />
        </p>
      )}
      {value?.list.length === 0 && (
        <p className="tw-card tw-muted">{t(past ? 'rooms-past-empty' : 'rooms-next-empty')}</p>
      )}
      {value && value.list.length > 0 && (
        <ul className="live-rooms">
          {value.list.map((room) => (
            <RoomCard key={room.id} room={room} />
          ))}
        </ul>
      )}
      {value && (page > 1 || value.more) && (
        <div className="live-pager">
          <Button text={t('page-before')} disabled={page === 1} onClick={() => setPage(page - 1)} />
          <Button text={t('page-next')} disabled={!value.more} onClick={() => setPage(page + 1)} />
        </div>
      )}
    </>
  )
}

/** A lesson of one session is played again at once. */
const pathOf = ({ id, status, sessions }: RoomLine): string =>
  status === 'ended' && sessions === 1 ? `#/ailive/${id}/replay/1` : `#/ailive/${id}`

function RoomCard({ room }: { readonly room: RoomLine }) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <li className="tw-card live-room">
      {room.cover !== '' && <img src={fileUrl(room.cover)} alt="" />}
      <div className="live-room-text">
        <h2>
          <a href={`#/ailive/${room.id}`}>{room.title}</a>
        </h2>
        <p className="live-room-facts">
          <Tag minimal intent={statusIntents[room.status]}>
            {t(`status-${room.status}`)}
          </Tag>
          {room.open && <Tag minimal>{t('open-to-visitors')}</Tag>}
        </p>
        <p className="tw-muted">
          {formatSeconds(room.start, timeZone).slice(0, 16)} – {formatSeconds(room.end, timeZone).slice(11, 16)} ·{' '}
          {room.teacher}
        </p>
        {room.intro !== '' && <p>{room.intro}</p>}
      </div>
      <a
        className={`bp6-button live-enter${room.status === 'live' ? ' bp6-intent-primary' : ''}`}
        href={pathOf(room)}
        aria-label={`${t(`enter-${room.status}`)}: ${room.title}`}
      >
        {t(`enter-${room.status}`)}
      </a>
    </li>
  )
}

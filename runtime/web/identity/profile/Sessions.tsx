import { Button, Tag } from '@blueprintjs/core'
import { LogOut } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatSeconds } from '../../../protocol/index.ts'
import { session } from '../../core/auth/session.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { endSession, fetchSessions, type SessionRow } from './calls.ts'
import { deviceName } from './device.ts'
import { SectionStatus } from './SectionStatus.tsx'
import { useT } from './texts.ts'

/** Sessions that are shown until somebody asks for all: other sections follow below. */
const maxShown = 5

/** The sessions of an account, each with a button to end it. @param adminId null = the signed-in admin */
export function Sessions({ adminId }: { readonly adminId: number | null }) {
  const t = useT()
  const [round, setRound] = useState(0)
  const [ending, setEnding] = useState<number | null>(null)
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const loadState = useLoaded(`sessions ${adminId} ${round}`, () => fetchSessions(adminId))
  if (loadState.state !== 'ready') return <SectionStatus loaded={loadState} />
  if (loadState.value.list.length === 0) return <p className="tw-muted">{t('no-sessions')}</p>
  const endOne = (id: number): void => {
    setEnding(id)
    // A refusal is shown in a toast; the list then shows the current sessions.
    void endSession(id)
      .catch(() => undefined)
      .finally(() => {
        setEnding(null)
        setRound((count) => count + 1)
      })
  }
  const sessions = loadState.value.list.toSorted((left, right) => right.current - left.current)
  // One more would take as much room as the button.
  const visibleSessions = isWhole || sessions.length <= maxShown + 1 ? sessions : sessions.slice(0, maxShown)
  const showAll = (): void => {
    setWhole(true)
    list.current?.focus()
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} className="profile-sessions">
        {visibleSessions.map((row) => (
          <SessionItem key={row.id} row={row} isEnding={ending === row.id} onEnd={() => endOne(row.id)} />
        ))}
      </ul>
      {loadState.value.more && visibleSessions.length === sessions.length && (
        <p className="tw-muted">{t('sessions-more', { count: sessions.length })}</p>
      )}
      {visibleSessions.length < sessions.length && (
        <Button
          variant="minimal"
          intent="primary"
          size="small"
          text={t(loadState.value.more ? 'sessions-latest' : 'sessions-all', { count: sessions.length })}
          onClick={showAll}
        />
      )}
    </>
  )
}

function SessionItem({
  row,
  isEnding,
  onEnd,
}: {
  readonly row: SessionRow
  readonly isEnding: boolean
  readonly onEnd: () => void
}) {
  const t = useT()
  const { timeZone } = useSnapshot(session).site
  const device = deviceName(row.device) || t('device-unknown')
  return (
    <li>
      <div>
        <div title={row.device}>
          {t('session', { device, ip: row.ip })} {row.current === 1 && <Tag minimal>{t('current')}</Tag>}{' '}
          {row.keep === 1 && <Tag minimal>{t('keep')}</Tag>}
        </div>
        <div className="profile-session-times">
          <span>{t('signed-in', { time: formatSeconds(row.create_time, timeZone) })}</span>
          <span>{t('seen', { time: formatSeconds(row.seen_time, timeZone) })}</span>
        </div>
      </div>
      {row.current === 0 && (
        <Button
          variant="outlined"
          size="small"
          icon={<LogOut />}
          text={t('end')}
          aria-label={t('end-of', { device })}
          loading={isEnding}
          onClick={onEnd}
        />
      )}
    </li>
  )
}

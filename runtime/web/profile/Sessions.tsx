import { Button, Tag } from '@blueprintjs/core'
import { LogOut } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatSeconds } from '../../protocol/index.ts'
import { session } from '../auth/session.ts'
import { useLoaded } from '../loading/use-loaded.ts'
import { endSession, fetchSessions, type SessionRow } from './calls.ts'
import { deviceName } from './device.ts'
import { SectionStatus } from './SectionStatus.tsx'
import { useT } from './texts.ts'

/** The sessions of an account, each with a button to end it. @param adminId null = the signed-in admin */
export function Sessions({ adminId }: { readonly adminId: number | null }) {
  const t = useT()
  const [round, setRound] = useState(0)
  const [ending, setEnding] = useState<number | null>(null)
  const loaded = useLoaded(`sessions ${adminId} ${round}`, () => fetchSessions(adminId))
  if (loaded.state !== 'ready') return <SectionStatus loaded={loaded} />
  if (loaded.value.length === 0) return <p className="tw-muted">{t('no-sessions')}</p>
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
  return (
    <ul className="profile-sessions">
      {loaded.value.map((row) => (
        <SessionItem key={row.id} row={row} isEnding={ending === row.id} onEnd={() => endOne(row.id)} />
      ))}
    </ul>
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
          {t('session', { device, ip: row.ip })}{' '}
          {row.current === 1 && (
            <Tag minimal intent="success">
              {t('current')}
            </Tag>
          )}{' '}
          {row.keep === 1 && <Tag minimal>{t('keep')}</Tag>}
        </div>
        <div className="tw-muted">
          {t('signed-in', { time: formatSeconds(row.create_time, timeZone) })} ·{' '}
          {t('seen', { time: formatSeconds(row.seen_time, timeZone) })}
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

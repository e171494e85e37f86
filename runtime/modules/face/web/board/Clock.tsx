/** Time of the site, and the age of the figures. It renders by itself every second; nothing around it does. */
import { useEffect, useState } from 'react'
import type { Board } from '../../shared/dashboard.ts'
import { useT } from '../texts.ts'

/** Figures that are older are shown in grey. */
const staleSeconds = 150

/** The seconds since 1970 by the clock of this device, every second. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(() => Math.floor(Date.now() / 1000))
  useEffect(() => {
    const interval = setInterval(() => setSeconds(Math.floor(Date.now() / 1000)), 1000)
    return () => clearInterval(interval)
  }, [])
  return seconds
}

/** The clock of the server, written in the time zone of the site, as it goes on from its last answer. */
export function Clock({ now, as_of }: Pick<Board, 'now' | 'as_of'>) {
  const seconds = useSeconds()
  const [answer, setAnswer] = useState({ now, at: seconds })
  if (answer.now !== now) setAnswer({ now, at: seconds })
  const written = Date.parse(`${as_of.replace(' ', 'T')}Z`) + Math.max(0, seconds - answer.at) * 1000
  const text = Number.isNaN(written) ? as_of : new Date(written).toISOString().slice(0, 19).replace('T', ' ')
  return (
    <time className="face-clock" dateTime={text}>
      {text}
    </time>
  )
}

interface AgeProps {
  readonly now: number
  readonly hasFailed: boolean
  readonly isLive: boolean
}

/** How the figures arrive, and since when they have not. */
export function Age({ now, hasFailed, isLive }: AgeProps) {
  const t = useT()
  const seconds = useSeconds()
  const [answer, setAnswer] = useState({ now, at: seconds })
  if (answer.now !== now) setAnswer({ now, at: seconds })
  const age = seconds - answer.at
  const isStale = age > staleSeconds
  return (
    <span
      className="face-age"
      data-tone={isStale || hasFailed ? 'warning' : 'success'}
      data-stale={isStale || undefined}
    >
      <i aria-hidden />
      {isStale ? t('age', { minutes: Math.floor(age / 60) }) : hasFailed ? t('failed') : t(isLive ? 'live' : 'polling')}
    </span>
  )
}

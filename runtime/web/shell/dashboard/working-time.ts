/**
 * The working time of today, stored in this browser under `workingTime`. A day starts when the shell is first opened.
 */
import { readStored, writeStored } from '../../core/preferences/browser-storage.ts'

const workingTimeKey = 'workingTime'

/** All times are milliseconds. */
export interface WorkingTime {
  /** `YYYY-MM-DD` on the person's own clock. */
  readonly date: string
  readonly startTime: number
  /** Sum of the breaks that are over. */
  readonly pauseTime: number
  /** Begin of the break that lasts; 0 = none does. */
  readonly startPauseTime: number
}

/** Starts the clock of the day unless it is running. */
export function beginWorkday(): void {
  const now = Date.now()
  if (storedTime(now) === null) writeStored(workingTimeKey, freshDay(now))
}

/** Today's clock. */
export function workingTime(now = Date.now()): WorkingTime {
  return storedTime(now) ?? freshDay(now)
}

/** Milliseconds worked today. */
export function workedMs({ startTime, pauseTime, startPauseTime }: WorkingTime, now = Date.now()): number {
  return Math.max(0, (startPauseTime || now) - startTime - pauseTime)
}

/** Starts a break, or ends the current one. */
export function toggleBreak(now = Date.now()): WorkingTime {
  const time = workingTime(now)
  const next =
    time.startPauseTime > 0
      ? { ...time, pauseTime: time.pauseTime + now - time.startPauseTime, startPauseTime: 0 }
      : { ...time, startPauseTime: now }
  writeStored(workingTimeKey, next)
  return next
}

function storedTime(now: number): WorkingTime | null {
  const stored = readStored(workingTimeKey) as Partial<Record<keyof WorkingTime, unknown>> | null
  if (stored === null || typeof stored !== 'object' || stored.date !== dayOf(now)) return null
  const { startTime, pauseTime, startPauseTime } = stored
  const isSound = [startTime, pauseTime, startPauseTime].every(
    (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= now,
  )
  return isSound ? (stored as WorkingTime) : null
}

function freshDay(now: number): WorkingTime {
  return { date: dayOf(now), startTime: now, pauseTime: 0, startPauseTime: 0 }
}

function dayOf(now: number): string {
  const day = new Date(now)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

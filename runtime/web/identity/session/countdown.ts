/** Seconds that run down to 0. */
import { useEffect, useState } from 'react'

export interface Countdown {
  /** Whole seconds left; 0 = nothing to wait for. */
  readonly left: number
  /** True from the end of a countdown until the next one. */
  readonly isOver: boolean
  readonly start: (seconds: number) => void
  readonly stop: () => void
}

/** Counts by the clock, so that a tab that was suspended shows the remaining time. */
export function useCountdown(): Countdown {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const [now, setNow] = useState(Date.now)
  const left = endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isRunning = left > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning])
  const start = (seconds: number): void => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  return { left, isOver: endsAt !== null && !isRunning, start, stop: () => setEndsAt(null) }
}

/** `0:09`, `14:30`, `1:00:00`. */
export function clockText(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

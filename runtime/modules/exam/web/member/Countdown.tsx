/** The time that is left by the server's clock. What is announced are 10, 5 and 1 minutes. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useT } from './texts.ts'

const announced = [10, 5, 1]
const two = (value: number): string => String(value).padStart(2, '0')

function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
}

interface CountdownProps {
  readonly deadline: number
  /** Seconds of the server's clock. */
  readonly now: () => number
  readonly onEnd: () => void
}

export function Countdown({ deadline, now, onEnd }: CountdownProps) {
  const t = useT()
  const [left, setLeft] = useState(() => Math.max(0, Math.ceil(deadline - now())))
  const tick = useEffectEvent(() => {
    const next = Math.max(0, Math.ceil(deadline - now()))
    if (next === 0 && left > 0) onEnd()
    setLeft(next)
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), 500)
    return () => clearInterval(timer)
  }, [])
  const minutes = announced.find((limit) => left <= limit * 60 && left > limit * 60 - 15)
  return (
    <>
      <span role="timer" className="exam-clock" data-short={left <= 300 || undefined}>
        {t('time-left', { time: clockText(left) })}
      </span>
      <span role="status" className="tw-visually-hidden">
        {minutes === undefined ? '' : t('minutes-left', { minutes, count: minutes })}
      </span>
    </>
  )
}

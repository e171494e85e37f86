/** How long the lesson, or something in it, has been going on. */
import { useEffect, useState } from 'react'
import { useT } from '../texts.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** Hours, minutes and seconds. */
export function lengthText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

interface ClockProps {
  readonly since: number
  readonly now: () => number
  readonly label?: string
}

export function Clock({ since, now, label }: ClockProps) {
  const t = useT()
  const [, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="live-clock" role="timer" aria-label={label ?? t('elapsed')}>
      {lengthText(now() - since)}
    </span>
  )
}

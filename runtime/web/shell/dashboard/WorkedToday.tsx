/** The working time of today; it pauses during a break. */
import { Button } from '@blueprintjs/core'
import { Pause, Play, Time } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useIsPageActive } from '../../core/page/page.ts'
import { useAdminT } from '../admin/texts.ts'
import { toggleBreak, workedMs, workingTime } from './working-time.ts'

export function WorkedToday() {
  const t = useAdminT()
  const isActive = useIsPageActive()
  const [time, setTime] = useState(workingTime)
  const [now, setNow] = useState(Date.now)
  const isPaused = time.startPauseTime > 0
  useEffect(() => {
    if (!isActive || isPaused) return
    const tick = (): void => {
      setTime(workingTime())
      setNow(Date.now())
    }
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [isActive, isPaused])
  return (
    <section className="tw-worked tw-card" aria-label={t('dash.worked')}>
      <Time size={20} />
      <div>
        <div className="tw-muted">{t(isPaused ? 'dash.paused' : 'dash.worked')}</div>
        <div className="tw-worked-time" role="timer">
          {clockText(workedMs(time, now))}
        </div>
      </div>
      <Button
        variant="outlined"
        icon={isPaused ? <Play /> : <Pause />}
        text={t(isPaused ? 'dash.goOn' : 'dash.pause')}
        onClick={() => {
          setTime(toggleBreak())
          setNow(Date.now())
        }}
      />
    </section>
  )
}

/** `h:mm:ss`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

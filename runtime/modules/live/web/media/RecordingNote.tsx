/** The length of a recording, for everybody in the room, and for teachers that it does not go on. */
import { Callout } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, useSite } from 'tablewright/web'
import { growthRoute } from '../../shared/media/routes.ts'
import { Clock } from '../classroom/Clock.tsx'
import type { OpenLesson } from '../classroom/use-lesson.ts'
import { useT } from './texts.ts'
import type { OwnMedia } from './use-media.ts'

/** Shown to everybody, also before they join. */
export function RecordingNote({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { timeZone } = useSite()
  const [first] = lesson.state.recordings
  const isOn = first !== undefined
  const time = isOn ? formatSeconds(Math.floor(first.since / 1000), timeZone).slice(11) : ''
  return (
    <div className="live-recording" data-on={isOn || undefined}>
      <span role="status">
        {isOn ? t('recorded-since', { time }) : t(lesson.recorded ? 'will-be-recorded' : 'not-recorded')}
      </span>
      {isOn && <Clock since={first.since} now={lesson.now} label={t('record-length')} />}
    </div>
  )
}

/** Milliseconds between two looks at the recordings, and for which something may be sent that is not recorded. */
const lookMs = 5000
const patienceMs = 10_000

/** For teachers: a recording that has stopped growing, or is not there. */
export function RecordingAlert({ lesson, own }: { readonly lesson: OpenLesson; readonly own: readonly OwnMedia[] }) {
  const t = useT()
  const { state, me, recorded, room } = lesson
  const [isStill, setIsStill] = useState(false)
  const isOn = state.recordings.length > 0
  const readGrowth = useEffectEvent(async () => {
    const answer = await callRoute(growthRoute, { room: room.id }, { quiet: true, isBackground: true }).catch(
      () => null,
    )
    // Without an answer the page says that its connection is lost.
    if (answer) setIsStill(answer.still)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => void readGrowth(), lookMs)
    return () => {
      clearInterval(timer)
      setIsStill(false)
    }
  }, [isOn])
  const isMissing =
    recorded &&
    own.some(
      ({ kind, state: sending }) =>
        sending === 'sending' && !state.recordings.some((entry) => entry.person === me?.holder && entry.kind === kind),
    )
  const isMissingForLong = useLasting(isMissing, patienceMs)
  if (!isStill && !isMissingForLong) return null
  return (
    <Callout compact intent="danger" role="alert" icon={null}>
      {t(isStill ? 'record-still' : 'record-none')}
    </Callout>
  )
}

/** Whether something has been so for that many milliseconds. */
function useLasting(isSo: boolean, ms: number): boolean {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const timer = setTimeout(() => setIsLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setIsLasting(false)
    }
  }, [isSo, ms])
  return isLasting
}

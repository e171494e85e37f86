/** The state of a room, kept up to date: told at once over the socket, asked for without one. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useLanguage, useStaleWhileRevalidate, useTopic } from 'tablewright/web'
import { roomDesk } from '../../shared/room-routes.ts'
import { roomTopic } from '../../shared/room-topics.ts'

export type Desk = AnswerOf<(typeof roomDesk)['answer']>
export type Candidate = Desk['list'][number]

/** Milliseconds between two looks: whoever goes offline says nothing. */
const livePollMs = 15_000
const pollMs = 5000
/** Many who save at once are read together. */
const quietMs = 700

export function useDesk(room: number) {
  const language = useLanguage()
  const { value, error, retry } = useStaleWhileRevalidate(`exam desk ${room} ${language}`, () =>
    callRoute(roomDesk, { room }, { quiet: true }),
  )
  const timer = useRef(0)
  const read = useEffectEvent(() => retry())
  const readSoon = (): void => {
    if (timer.current !== 0) return
    timer.current = window.setTimeout(() => {
      timer.current = 0
      retry()
    }, quietMs)
  }
  const { isOpen } = useTopic(roomTopic(room), { onChange: readSoon })
  useEffect(() => {
    const interval = setInterval(() => read(), isOpen ? livePollMs : pollMs)
    return () => clearInterval(interval)
  }, [isOpen])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { value, error, retry, isOpen }
}

/** The time of the server, every second; `now` is that of the last answer. */
export function useServerTime(now: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const offset = now - performance.now() / 1000
    const interval = setInterval(() => setTime(Math.floor(offset + performance.now() / 1000)), 1000)
    return () => clearInterval(interval)
  }, [now])
  return Math.max(time, now)
}

/** Rows keep their places while the desk is open, so that nobody presses the button of another one. */
export function useFixedOrder(list: readonly Candidate[]): readonly Candidate[] {
  const [order, setOrder] = useState<readonly string[]>([])
  const added = list.map(({ key }) => key).filter((key) => !order.includes(key))
  // The state follows from what was shown: React renders again at once, before anything is painted.
  if (added.length > 0) setOrder([...order, ...added])
  const byKey = new Map(list.map((candidate) => [candidate.key, candidate]))
  return [...order, ...added].flatMap((key) => byKey.get(key) ?? [])
}

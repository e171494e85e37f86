/** A lesson on this page: its state from the log, the people in it, and what this person does. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { callRoute, notify, useStaleWhileRevalidate, useTopic, type TopicEntry } from 'tablewright/web'
import { peopleTopic, roomTopic, type Intent, type LiveEvent } from '../../shared/events.ts'
import type { Person } from '../../shared/person.ts'
import { eventsRoute, peopleRoute } from '../../shared/routes.ts'
import { replay, type LiveState } from '../../shared/state.ts'
import { loadLesson, type Audience, type Lesson } from './audience.ts'
import { Outbox } from './outbox.ts'

type RoomPerson = Awaited<ReturnType<typeof loadPeople>>[number]

export interface OpenLesson {
  readonly audience: Audience
  readonly me: Person | null
  readonly room: Lesson['room']
  /** The state that everybody sees. */
  readonly state: LiveState
  /** The same with strokes that the server does not have yet. */
  readonly preview: LiveState
  readonly people: readonly RoomPerson[]
  readonly nameOf: (holder: string | null) => string
  /** The socket is open, or, for visitors, the server answers. */
  readonly isOpen: boolean
  /** Things that were done and are not stored. */
  readonly unsent: number
  readonly bank: boolean
  readonly recorded: boolean
  readonly sessions: Lesson['sessions']
  readonly submit: (intent: Intent) => void
  /** The clock of the server in milliseconds. */
  readonly now: () => number
  /** Loads the room anew, after it was started or ended. */
  readonly reload: () => void
}

export type LessonResult =
  | { readonly lesson: OpenLesson }
  | { readonly lesson: null; readonly error: unknown; readonly retry: () => void }

/** Milliseconds between two looks of visitors, and of pages without a socket. */
const pollMs = 2000

const calm = { quiet: true, isBackground: true } as const

async function loadPeople(audience: 'staff' | 'pupil', room: number) {
  return (await callRoute(peopleRoute[audience], { room }, calm)).people
}

export function useLesson(id: number): LessonResult {
  const { value, error, retry } = useStaleWhileRevalidate(`lesson ${id}`, () => loadLesson(id))
  const [state, setState] = useState<LiveState | null>(null)
  const [isGone, setIsGone] = useState(false)
  const audience = value?.audience ?? 'visitor'
  const me = value?.me ?? null
  // A state that is loaded later is never older than what the log has brought meanwhile.
  const current = value && (state === null || value.state.seq > state.seq) ? value.state : state
  const addEvents = (events: readonly LiveEvent[]): void =>
    setState((before) => {
      const from = before ?? value?.state
      if (!from) return before
      return replay(
        events.filter(({ seq }) => seq > from.seq),
        from,
      )
    })
  const follows = value !== null && audience !== 'visitor'
  const as = audience === 'staff' ? 'admin' : 'member'
  const { isOpen } = useTopic(follows ? roomTopic(id) : null, {
    as,
    after: value?.state.seq ?? 0,
    onEntries: (entries) => addEvents(entries.map(eventOf)),
    onReset: retry,
    onRefused: () => setIsGone(true),
  })
  const people = usePeople(follows ? audience : null, id)
  const poll = useVisitor(!follows && value !== null ? id : null, current?.seq ?? 0, addEvents)
  const outbox = useOutbox(follows ? audience : null, id)
  const seq = current?.seq ?? 0
  useEffect(() => outbox.box?.settle(seq), [outbox.box, seq])
  if (isGone) return { lesson: null, error: null, retry }
  if (!value || !current) return { lesson: null, error, retry }
  return {
    lesson: {
      audience,
      me,
      room: value.room,
      state: current,
      preview: outbox.box && me ? outbox.box.preview(current, me.holder) : current,
      people,
      nameOf: (holder) => people.find((person) => person.holder === holder)?.name ?? '',
      isOpen: follows ? isOpen && (outbox.box?.isReachable ?? true) : poll,
      unsent: outbox.box?.unsent ?? 0,
      bank: value.bank,
      recorded: value.recorded,
      sessions: value.sessions,
      submit: (intent) => outbox.box?.add(intent),
      now: () => Date.now() + value.ahead,
      reload: retry,
    },
  }
}

/** The hub brings the number apart from the rest. */
const eventOf = ({ seq, data }: TopicEntry): LiveEvent => ({ ...(data as LiveEvent), seq }) as LiveEvent

function usePeople(audience: Audience | null, room: number): readonly RoomPerson[] {
  const area = audience === 'staff' || audience === 'pupil' ? audience : null
  const { value, retry } = useStaleWhileRevalidate(`people ${area} ${room}`, async () =>
    area === null ? [] : loadPeople(area, room),
  )
  useTopic(area === null ? null : peopleTopic(room), {
    as: area === 'staff' ? 'admin' : 'member',
    onChange: retry,
  })
  return value ?? []
}

/** Visitors have no socket: they ask. @returns whether the last request was answered */
function useVisitor(room: number | null, seq: number, addEvents: (events: readonly LiveEvent[]) => void): boolean {
  const [isHeard, setIsHeard] = useState(true)
  const ask = useEffectEvent(async () => {
    if (room === null || document.hidden) return
    try {
      const { events } = await callRoute(eventsRoute.pupil, { room, after: seq }, calm)
      setIsHeard(true)
      // The server sends events of the log.
      if (events.length > 0) addEvents(events as unknown as readonly LiveEvent[])
    } catch {
      setIsHeard(false)
    }
  })
  useEffect(() => {
    if (room === null) return undefined
    const timer = setInterval(() => void ask(), pollMs)
    return () => clearInterval(timer)
  }, [room])
  return isHeard
}

function useOutbox(audience: Audience | null, room: number): { readonly box: Outbox | null } {
  const area = audience === 'staff' || audience === 'pupil' ? audience : null
  const [, setTurn] = useState(0)
  const box = useMemo(
    () =>
      area === null
        ? null
        : new Outbox({
            area,
            room,
            onChange: () => setTurn((before) => before + 1),
            onRefused: ({ message }) => notify({ text: message, tone: 'warning' }),
          }),
    [area, room],
  )
  useEffect(() => {
    box?.start()
    return () => box?.stop()
  }, [box])
  return { box }
}

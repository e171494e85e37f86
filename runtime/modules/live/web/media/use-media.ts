/** Sound and picture of a lesson on this page: what it watches, and what it sends. */
import { useEffect, useRef, useState } from 'react'
import { notify } from 'tablewright/web'
import type { MediaKind } from '../../shared/events.ts'
import type { OpenLesson } from '../classroom/use-lesson.ts'
import { stopStream } from './devices.ts'
import { Sender, type SenderEnd, type SenderState } from './sender.ts'
import { useT } from './texts.ts'
import { Watcher, type Tile } from './watcher.ts'

/** Sound and picture that this page sends. */
export interface OwnMedia {
  readonly kind: MediaKind
  readonly stream: MediaStream
  readonly state: SenderState
  readonly stop: () => void
}

export interface Media {
  readonly isJoined: boolean
  /** The connection of the viewer is open. */
  readonly isOpen: boolean
  /** Sound and picture cannot come directly, and are later. */
  readonly isRelayed: boolean
  readonly tiles: readonly Tile[]
  readonly own: readonly OwnMedia[]
  readonly join: () => void
  readonly leave: () => void
  readonly send: (kind: MediaKind, stream: MediaStream) => void
  /** Plays with sound, in answer to a touch. */
  readonly unmute: () => void
}

type View = Pick<Media, 'isOpen' | 'isRelayed' | 'tiles'>
const nothing: View = { isOpen: false, isRelayed: false, tiles: [] }

const roles = { staff: 'admin', pupil: 'member', visitor: 'visitor' } as const

export function useMedia(lesson: OpenLesson): Media {
  const as = roles[lesson.audience]
  const room = lesson.room.id
  const [isJoined, setIsJoined] = useState(false)
  const [view, setView] = useState<View>(nothing)
  const watcher = useRef<Watcher | null>(null)
  useEffect(() => {
    if (!isJoined) return undefined
    const watching = new Watcher({
      as,
      room,
      onChange: () => setView({ isOpen: watching.isOpen, isRelayed: watching.isRelayed, tiles: watching.tiles }),
    })
    watcher.current = watching
    return () => {
      watching.stop()
      watcher.current = null
    }
  }, [isJoined, as, room])
  const { own, send } = useSenders(as === 'visitor' ? null : as, room)
  return {
    isJoined,
    ...view,
    own,
    send,
    join: () => setIsJoined(true),
    leave() {
      for (const { stop } of own) stop()
      setIsJoined(false)
      setView(nothing)
    },
    unmute: () => watcher.current?.unmute(),
  }
}

function useSenders(as: 'admin' | 'member' | null, room: number): Pick<Media, 'own' | 'send'> {
  const t = useT()
  const [states, setStates] = useState<ReadonlyMap<Sender, SenderState>>(new Map())
  const senders = useRef(new Set<Sender>())
  const remove = (sender: Sender): void => {
    senders.current.delete(sender)
    setStates((before) => new Map([...before].filter(([other]) => other !== sender)))
  }
  const tell = (reason: SenderEnd): void => {
    if (reason === 'replaced' || reason === 'rights' || reason === 'format')
      notify({ text: t(`ended-${reason}`), tone: 'warning' })
  }
  useEffect(() => {
    const { current } = senders
    return () => [...current].forEach((sender) => sender.stop())
  }, [])
  const send = (kind: MediaKind, stream: MediaStream): void => {
    if (as === null) return stopStream(stream)
    for (const sender of senders.current) if (sender.kind === kind) sender.stop()
    const sender: Sender = new Sender({
      as,
      room,
      kind,
      stream,
      onState: (state) => setStates((before) => new Map([...before, [sender, state]])),
      onEnd(reason) {
        remove(sender)
        tell(reason)
      },
    })
    senders.current.add(sender)
    setStates((before) => new Map([...before, [sender, 'connecting']]))
  }
  const own = [...states].map(([sender, state]) => ({
    kind: sender.kind,
    stream: sender.stream,
    state,
    stop: () => sender.stop(),
  }))
  return { own, send }
}

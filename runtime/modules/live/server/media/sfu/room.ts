/** A room whose sound and picture this process hands on directly: its lease, and the senders and viewers in it. */
import { nowMilliseconds } from 'tablewright/server'
import type { Scope } from '#generated/live/server.ts'
import type { Room } from '../../room.ts'
import { openEngine, type Engine } from './engine.ts'
import { Lease } from './lease.ts'
import { isDirectAllowed } from './settings.ts'

/** Milliseconds for which the connections of viewers stay when the last sender has left. */
const lingerMs = 10_000

export class DirectRoom {
  readonly engine: Engine
  readonly #senders = new Set<() => void>()
  readonly #forget: () => void
  #lease: Lease | null = null
  #rest: NodeJS.Timeout | undefined
  #isEnded = false

  constructor(engine: Engine, forget: () => void) {
    this.engine = engine
    this.#forget = forget
    engine.onEnd(() => this.end())
  }

  /** @returns whether no other process has the room */
  async takeLease(scope: Scope, room: number): Promise<boolean> {
    this.#lease = await Lease.take(scope, room, () => this.end())
    return this.#lease !== null && !this.#isEnded
  }

  get epoch(): number {
    return this.#lease?.epoch ?? 0
  }

  /** L7: false = another process may have it, and nothing is handed on. */
  get isOpen(): boolean {
    return !this.#isEnded && this.#lease?.isHeld === true
  }

  /** @param end called when the room ends here @returns leaves it; without senders it ends after a while */
  join(end: () => void): () => void {
    clearTimeout(this.#rest)
    this.#senders.add(end)
    return () => {
      if (this.#senders.delete(end) && this.#senders.size === 0)
        this.#rest = setTimeout(() => this.end(), lingerMs).unref()
    }
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#rest)
    this.#forget()
    void this.#lease?.release()
    const senders = [...this.#senders]
    this.#senders.clear()
    for (const leave of senders) leave()
  }
}

/** By database: a process may have several. */
const roomsByDatabase = new WeakMap<object, Map<number, Promise<DirectRoom | null>>>()

/** The room for a sender; null = sound and picture of it cannot go directly from here at this moment. */
export function openDirectRoom(scope: Scope, room: number): Promise<DirectRoom | null> {
  const owner: object = scope.database.adapter
  const rooms = roomsByDatabase.get(owner) ?? new Map<number, Promise<DirectRoom | null>>()
  roomsByDatabase.set(owner, rooms)
  const before = rooms.get(room)
  if (before) return before
  const forget = (): void => {
    if (rooms.get(room) === opening) rooms.delete(room)
  }
  const opening = open(scope, room, forget).catch(() => null)
  rooms.set(room, opening)
  void opening.then((opened) => {
    if (!opened) forget()
  })
  return opening
}

async function open(scope: Scope, room: number, forget: () => void): Promise<DirectRoom | null> {
  if (!isDirectAllowed(scope.settings)) return null
  const engine = await openEngine(scope)
  if (typeof engine === 'string') return null
  const opened = new DirectRoom(engine, forget)
  if (await opened.takeLease(scope, room)) return opened
  opened.end()
  return null
}

/** Whether the process that had a room has given it up, so that another one can take it. */
export const isFree = ({ lease_until: until }: Pick<Room, 'lease_until'>): boolean => (until ?? 0) < nowMilliseconds()

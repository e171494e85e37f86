/**
 * The process that hands sound and picture on directly, by WebRTC. It is started when it is needed and ends when nobody
 * needs it; a fault of its native code ends it and not the server. Without its package, senders and viewers use the
 * relay.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { MediaKind } from '../../../shared/events.ts'
import type { Medium } from '../webm/reader.ts'
import { readDirectSettings, type DirectSettings } from './settings.ts'
import type { Scope } from '#generated/live/server.ts'

/** A frame of a sender, with its time on the clock of this machine. */
export interface DirectFrame {
  readonly medium: Medium
  readonly time: number
  readonly isKey: boolean
  readonly data: Uint8Array
}

export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** One medium of a sender in the connection of a viewer. */
export interface DirectLane {
  readonly sender: string
  readonly medium: Medium
  readonly mid: string
}

/** Events of a peer. */
export interface PeerEvents {
  frames?(frames: readonly DirectFrame[], size: PictureSize | null): void
  /** @param sdp an offer; null = the connection stays as it is */
  lanes?(lanes: readonly DirectLane[], sdp: string | null): void
  /** The connection cannot be made, or is gone. */
  failed(): void
}

/** Why sound and picture cannot go directly. */
export type EngineProblem = 'package' | 'library' | 'port' | 'ended'

type Event =
  | { readonly event: 'ready'; readonly port: number }
  | { readonly event: 'failure'; readonly reason: 'library' | 'port'; readonly message: string }
  | { readonly event: 'answer'; readonly peer: string; readonly sdp: string }
  | {
      readonly event: 'lanes'
      readonly peer: string
      readonly lanes: readonly DirectLane[]
      readonly sdp: string | null
    }
  | {
      readonly event: 'frames'
      readonly peer: string
      readonly frames: readonly DirectFrame[]
      readonly size: PictureSize | null
    }
  | { readonly event: 'state'; readonly peer: string; readonly state: string }

/** Milliseconds: without a peer until it ends, for its start, and until a start that failed is tried again. */
const waits = { idle: 60_000, start: 10_000, retry: 60_000 } as const

/** The package; null = it is not installed. */
function libraryAddress(): string | null {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve('node-datachannel')).href
  } catch {
    return null
  }
}

/** Files of the process. A build copies them and writes their new addresses here. */
const files = {
  child: new URL('./child.mjs', import.meta.url),
  packets: new URL('./packets.mjs', import.meta.url),
  lines: new URL('./lines.mjs', import.meta.url),
} as const

export class Engine {
  readonly #child: ChildProcess
  readonly #peers = new Map<string, PeerEvents>()
  readonly #answers = new Map<string, (sdp: string | null) => void>()
  readonly #ends = new Set<() => void>()
  readonly settings: DirectSettings
  /** Fulfilled once it can be used; a problem = it cannot. */
  readonly started: Promise<EngineProblem | null>
  #idle: NodeJS.Timeout | undefined
  isEnded = false

  constructor(library: string, settings: DirectSettings) {
    this.settings = settings
    const { packets, lines } = files
    const parts = { library, files: { packets: packets.href, lines: lines.href }, ...settings }
    // It gets nothing of the environment of the server, which has its secrets.
    this.#child = fork(files.child, [JSON.stringify(parts)], {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // The server does not wait for it when it stops, and it ends with the server.
    this.#child.unref()
    this.#child.channel?.unref()
    this.started = new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve('ended')
        this.stop()
      }, waits.start).unref()
      const settle = (problem: EngineProblem | null): void => {
        clearTimeout(timer)
        resolve(problem)
      }
      this.#child.on('message', (message: Event) => {
        if (message.event === 'ready') settle(null)
        else if (message.event === 'failure') settle(message.reason)
        else this.#take(message)
      })
      this.#child.on('error', () => settle('ended'))
      this.#child.once('exit', () => {
        settle('ended')
        this.#end()
      })
    })
    this.#rest()
  }

  /** The number of the process. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  get peerCount(): number {
    return this.#peers.size
  }

  /** Called once the process has ended, however that happens. @returns takes it back */
  onEnd(handle: () => void): () => void {
    this.#ends.add(handle)
    return () => this.#ends.delete(handle)
  }

  /** Takes the offer of a sender. @returns the answer; null = it failed */
  publish(
    peer: string,
    events: PeerEvents,
    parts: { readonly sdp: string; readonly kind: MediaKind; readonly media: readonly Medium[] },
  ): Promise<string | null> {
    this.#add(peer, events)
    return new Promise((resolve) => {
      this.#answers.set(peer, resolve)
      this.#tell({ do: 'publish', peer, ...parts })
    })
  }

  /** Shows senders to a viewer, and nobody else. */
  view(
    peer: string,
    events: PeerEvents,
    choice: readonly { readonly sender: string; readonly media: readonly Medium[] }[],
  ): void {
    this.#add(peer, events)
    this.#tell({ do: 'view', peer, choice })
  }

  /** The answer of a viewer. */
  accept(peer: string, sdp: string): void {
    this.#tell({ do: 'accept', peer, sdp })
  }

  addCandidate(peer: string, candidate: string, mid: string): void {
    // Names that only the machine of the client knows; its packets show the address.
    if (!candidate.includes('.local ')) this.#tell({ do: 'candidate', peer, candidate, mid })
  }

  close(peer: string): void {
    this.#answers.get(peer)?.(null)
    this.#answers.delete(peer)
    if (this.#peers.delete(peer)) this.#tell({ do: 'close', peer })
    this.#rest()
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  #add(peer: string, events: PeerEvents): void {
    clearTimeout(this.#idle)
    this.#peers.set(peer, events)
  }

  #rest(): void {
    clearTimeout(this.#idle)
    if (this.#peers.size === 0) this.#idle = setTimeout(() => this.stop(), waits.idle).unref()
  }

  #tell(message: object): void {
    // It may end at any moment, and its end is heard of.
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #take(message: Exclude<Event, { readonly event: 'ready' | 'failure' }>): void {
    const events = this.#peers.get(message.peer)
    if (!events) return
    if (message.event === 'answer') {
      this.#answers.get(message.peer)?.(message.sdp)
      this.#answers.delete(message.peer)
    } else if (message.event === 'lanes') events.lanes?.(message.lanes, message.sdp)
    else if (message.event === 'frames') events.frames?.(message.frames, message.size)
    else if (message.state === 'failed' || message.state === 'closed') {
      this.#answers.get(message.peer)?.(null)
      this.#answers.delete(message.peer)
      events.failed()
    }
  }

  #end(): void {
    this.isEnded = true
    clearTimeout(this.#idle)
    for (const resolve of this.#answers.values()) resolve(null)
    this.#answers.clear()
    this.#peers.clear()
    for (const handle of this.#ends) handle()
    this.#ends.clear()
  }
}

interface Slot {
  engine: Engine | null
  problem: EngineProblem | null
  /** Milliseconds of this process until which it is not tried again. */
  retryAt: number
}

/** By database: a process may have several. */
const slots = new WeakMap<object, Slot>()

/** The process of this server, started when there is none. @returns why there is none */
export async function openEngine({
  database,
  settings,
}: Pick<Scope, 'database' | 'settings'>): Promise<Engine | EngineProblem> {
  const owner: object = database.adapter
  const entry = slots.get(owner) ?? { engine: null, problem: null, retryAt: 0 }
  slots.set(owner, entry)
  const current = readDirectSettings(settings)
  // Other settings count once nobody uses the present process.
  if (entry.engine?.peerCount === 0 && !isSame(entry.engine.settings, current)) {
    entry.engine.stop()
    entry.engine = null
  }
  if (!entry.engine || entry.engine.isEnded) {
    if (entry.problem && performance.now() < entry.retryAt) return entry.problem
    const library = libraryAddress()
    if (library === null) return note(entry, 'package')
    entry.engine = new Engine(library, current)
  }
  const { engine } = entry
  const problem = await engine.started
  if (problem) return note(entry, problem)
  entry.problem = null
  return engine.isEnded ? 'ended' : engine
}

function note(entry: Slot, problem: EngineProblem): EngineProblem {
  entry.problem = problem
  entry.engine = null
  entry.retryAt = performance.now() + (problem === 'ended' ? 1000 : waits.retry)
  return problem
}

const isSame = (left: DirectSettings, right: DirectSettings): boolean =>
  left.port === right.port && left.address === right.address

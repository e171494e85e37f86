/**
 * Hands the sound and picture of senders on to the viewers of a room. Nothing of it waits in the memory of the server:
 * a viewer who is too slow misses what comes until the next picture that needs no earlier one.
 */
import type { TopicStream } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { MediaKind } from '../../shared/events.ts'
import {
  channelBytes,
  mediaCloseCodes,
  type Channel,
  type MediaClose,
  type MediaFrame,
} from '../../shared/media/frames.ts'
import type { DirectRoom } from './sfu/room.ts'
import type { Cluster } from './webm/assemble.ts'

export type MediaStream = TopicStream<Database>

/** The use that a client makes of its stream: it watches, or sends. */
export interface StreamUse {
  receive(data: Buffer, isBinary: boolean): Promise<void>
  /** The client is gone. */
  end(): Promise<void>
}

/** Bytes that wait for a viewer from which on nothing is sent, and below which it goes on. */
const maxWaiting = 1024 * 1024
const resumeWaiting = 128 * 1024
/** Bytes since the last picture that needs no earlier one, with which a late viewer begins at once. */
const maxRecent = 2 * 1024 * 1024

export const closeStream = (stream: MediaStream, reason: MediaClose): void =>
  stream.close(mediaCloseCodes[reason], reason)

/** Sound and picture of one sender. */
export class RelayChannel {
  readonly id: number
  readonly holder: string
  readonly kind: MediaKind
  /** Null = nothing has come yet. */
  description: Channel | null = null
  head: Buffer | null = null
  /** Where its sound and picture go directly; null = they do not. */
  direct: { readonly room: DirectRoom; readonly peer: string } | null = null
  /** Clusters from the last one on with which a viewer can begin. */
  recent: Buffer[] = []
  #recentBytes = 0
  readonly #end: () => void

  /** @param end called when somebody else takes its place */
  constructor(id: number, holder: string, kind: MediaKind, end: () => void) {
    this.id = id
    this.holder = holder
    this.kind = kind
    this.#end = end
  }

  end(): void {
    this.#end()
  }

  remember({ isKey, bytes }: Cluster): void {
    if (isKey) {
      this.recent = []
      this.#recentBytes = 0
    }
    this.#recentBytes += bytes.length
    // Guard T65: late viewers wait for the next picture rather than the server's memory filling.
    // Without: this.recent.push(bytes)
    if (this.#recentBytes > maxRecent) this.recent = []
    else if (isKey || this.recent.length > 0) this.recent.push(bytes)
  }
}

class Viewer {
  readonly #stream: MediaStream
  readonly #holder: string | null
  /** Channels whose head has been sent. */
  readonly #begun = new Set<number>()
  /** Channels of which something is missing. */
  readonly #behind = new Set<number>()

  /** Gets channels directly where they go directly, and hears of every change of them. */
  direct: { show(channels: readonly RelayChannel[]): void } | null = null

  /** @param holder whose own sound and picture do not come back; null = a visitor */
  constructor(stream: MediaStream, holder: string | null) {
    this.#stream = stream
    this.#holder = holder
  }

  announce(all: readonly RelayChannel[]): void {
    const others = all.filter(({ holder }) => holder !== this.#holder)
    const channels = others.flatMap(({ description }) => (description ? [description] : []))
    this.#stream.send(JSON.stringify({ type: 'channels', channels } satisfies MediaFrame))
    this.direct?.show(others)
    for (const id of this.#begun) if (!channels.some((channel) => channel.id === id)) this.#begun.delete(id)
  }

  /** The beginning of a channel, and all of it that can be shown at once. */
  begin(channel: RelayChannel): void {
    if (!channel.head || channel.holder === this.#holder || this.#begun.has(channel.id)) return
    if (this.direct && channel.direct) return
    this.#begun.add(channel.id)
    this.#behind.delete(channel.id)
    this.#send(channel.id, channel.head)
    if (channel.recent.length === 0) this.#behind.add(channel.id)
    for (const bytes of channel.recent) this.#send(channel.id, bytes)
  }

  deliver({ id }: RelayChannel, { isKey, bytes }: Cluster): void {
    if (!this.#begun.has(id)) return
    // Guard T65: a slow viewer costs the server no memory.
    // Without: void [maxWaiting, resumeWaiting]
    if (this.#stream.buffered > (this.#behind.has(id) ? resumeWaiting : maxWaiting)) {
      this.#behind.add(id)
      return
    }
    if (this.#behind.has(id) && !isKey) return
    this.#behind.delete(id)
    this.#send(id, bytes)
  }

  #send(id: number, bytes: Buffer): void {
    const number = Buffer.alloc(channelBytes)
    number.writeUInt32BE(id)
    this.#stream.send(Buffer.concat([number, bytes]))
  }
}

export class Relay {
  readonly #channels = new Set<RelayChannel>()
  readonly #viewers = new Set<Viewer>()

  get viewerCount(): number {
    return this.#viewers.size
  }

  get isEmpty(): boolean {
    return this.#channels.size === 0 && this.#viewers.size === 0
  }

  /** Takes the place of what the same person has sent so far. */
  open(channel: RelayChannel): void {
    for (const other of this.#channels)
      if (other.holder === channel.holder && other.kind === channel.kind) {
        this.#channels.delete(other)
        other.end()
      }
    this.#channels.add(channel)
  }

  begin(channel: RelayChannel): void {
    this.#announce()
    for (const viewer of this.#viewers) viewer.begin(channel)
  }

  send(channel: RelayChannel, cluster: Cluster): void {
    // Guard T12: nothing is handed on of a channel whose place was taken.
    if (!this.#channels.has(channel)) return
    channel.remember(cluster)
    for (const viewer of this.#viewers) viewer.deliver(channel, cluster)
  }

  close(channel: RelayChannel): void {
    if (this.#channels.delete(channel)) this.#announce()
  }

  /** @param direct see there */
  watch(stream: MediaStream, holder: string | null, direct: Viewer['direct'] = null): Viewer {
    const viewer = new Viewer(stream, holder)
    viewer.direct = direct
    this.#viewers.add(viewer)
    viewer.announce([...this.#channels])
    this.#begin(viewer)
    return viewer
  }

  /** The viewer cannot receive directly: everything comes over its stream from now on. */
  giveUpDirect(viewer: Viewer): void {
    if (!viewer.direct || !this.#viewers.has(viewer)) return
    viewer.direct = null
    this.#begin(viewer)
  }

  #begin(viewer: Viewer): void {
    for (const channel of this.#channels) viewer.begin(channel)
  }

  leave(viewer: Viewer): void {
    this.#viewers.delete(viewer)
  }

  #announce(): void {
    const list = [...this.#channels]
    for (const viewer of this.#viewers) viewer.announce(list)
  }
}

/** By database: a process may have several. */
const relaysByDatabase = new WeakMap<object, Map<number, Relay>>()

function relayOf(owner: object, room: number): Relay {
  const relays = relaysByDatabase.get(owner) ?? new Map<number, Relay>()
  relaysByDatabase.set(owner, relays)
  const relay = relays.get(room) ?? new Relay()
  relays.set(room, relay)
  return relay
}

/** The relay of a room, for as long as the work lasts. */
export interface OpenRelay {
  readonly relay: Relay
  /** Forgets a relay that nobody uses any more. */
  leave(): void
}

export function openRelay(owner: object, room: number): OpenRelay {
  const relay = relayOf(owner, room)
  return {
    relay,
    leave() {
      const relays = relaysByDatabase.get(owner)
      if (relay.isEmpty && relays?.get(room) === relay) relays.delete(room)
    },
  }
}

let lastChannel = 0
/** Numbers of channels are those of this process. */
export const nextChannel = (): number => (lastChannel = (lastChannel % 0x7fffffff) + 1)

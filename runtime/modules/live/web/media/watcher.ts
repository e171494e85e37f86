/** Watches a room: its channels with their players, and a new connection after every loss. */
import { openStream } from 'tablewright/web'
import { mediaTopic } from '../../shared/events.ts'
import {
  channelBytes,
  mediaCloseCodes,
  type Channel,
  type MediaFrame,
  type MediaRequest,
} from '../../shared/media/frames.ts'
import type { ClientSignal, ServerSignal } from '../../shared/media/direct.ts'
import type { IceServer } from '../../shared/media/ice.ts'
import { ChannelPlayer, type Player } from './player.ts'
import { canConnectDirectly } from './sfu/connection.ts'
import { DirectPlayer } from './sfu/direct-player.ts'
import { DirectReceiver } from './sfu/direct-receiver.ts'

/** One sender, through all of its connections. */
export interface Tile {
  readonly key: string
  readonly channel: Channel
  readonly player: Player
  /** False = it is not there at the moment; the last picture stays. */
  readonly isLive: boolean
}

interface WatcherParts {
  readonly as: 'admin' | 'member' | 'visitor'
  readonly room: number
  readonly onChange: () => void
}

const backOff = { first: 500, longest: 5000 } as const
/** Milliseconds for which the last picture of a sender who is gone stays. */
const lingerMs = 10_000

const keyOf = ({ holder, kind }: Channel): string => `${holder} ${kind}`

export class Watcher {
  readonly #parts: WatcherParts
  readonly #players = new Map<number, Player>()
  #channels: readonly Channel[] = []
  /** Shown until the next one of the same sender has a picture. */
  readonly #shown = new Map<string, { player: Player; isLive: boolean }>()
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #socket: WebSocket | null = null
  #failures = 0
  #isStopped = false
  #direct: DirectReceiver | null = null
  #iceServers: readonly IceServer[] = []
  /** The connection is open. */
  isOpen = false
  /** It could not receive directly: everything comes over the stream, and later. */
  isRelayed = false

  constructor(parts: WatcherParts) {
    this.#parts = parts
    void this.#connect()
  }

  get tiles(): readonly Tile[] {
    return [...this.#shown].map(([key, { player, isLive }]) => ({
      key,
      channel: player.channel,
      player,
      isLive: isLive && this.isOpen,
    }))
  }

  /** In answer to a touch. */
  unmute(): void {
    for (const player of this.#players.values()) player.unmute()
  }

  stop(): void {
    this.#isStopped = true
    this.#timers.forEach((timer) => clearTimeout(timer))
    this.#direct?.close()
    this.#socket?.close(1000)
    for (const player of new Set([...this.#players.values(), ...[...this.#shown.values()].map(({ player }) => player)]))
      player.dispose()
    this.#players.clear()
    this.#shown.clear()
  }

  #later(work: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
  }

  async #connect(): Promise<void> {
    const { as, room } = this.#parts
    try {
      const socket = await openStream(as, mediaTopic(room))
      if (this.#isStopped) return socket.close(1000)
      this.#socket = socket
      socket.addEventListener('open', () => {
        this.#failures = 0
        this.isOpen = true
        const direct = canConnectDirectly() && !this.isRelayed
        this.#direct = direct ? this.#receiveDirectly(socket) : null
        this.#tell(socket, { type: 'watch', direct })
        this.#parts.onChange()
      })
      socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
        typeof data === 'string' ? this.#take(JSON.parse(data) as MediaFrame | ServerSignal) : this.#play(data),
      )
      socket.addEventListener('close', ({ code }) => this.#lose(socket, code))
    } catch {
      this.#plan()
    }
  }

  #tell(socket: WebSocket, message: MediaRequest | ClientSignal): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  #receiveDirectly(socket: WebSocket): DirectReceiver {
    return new DirectReceiver({
      iceServers: () => this.#iceServers,
      tell: (signal) => this.#tell(socket, signal),
      onStreams: (streams) => this.#placeStreams(streams),
      onFailure: () => {
        this.isRelayed = true
        this.#parts.onChange()
      },
    })
  }

  #placeStreams(streams: ReadonlyMap<number, MediaStream>): void {
    for (const [id, stream] of streams) {
      const channel = this.#channels.find((entry) => entry.id === id)
      if (channel && !this.#players.has(id))
        this.#addPlayer(channel, (onChange) => new DirectPlayer(channel, stream, onChange))
    }
  }

  #lose(socket: WebSocket, code: number): void {
    if (this.#socket !== socket || this.#isStopped) return
    this.#socket = null
    this.#direct?.close()
    this.#direct = null
    this.isOpen = false
    this.#parts.onChange()
    if (code !== mediaCloseCodes.request) this.#plan()
  }

  #plan(): void {
    if (this.#isStopped) return
    const cap = Math.min(backOff.longest, backOff.first * 2 ** this.#failures)
    this.#failures += 1
    this.#later(() => void this.#connect(), backOff.first / 2 + (Math.random() * cap) / 2)
  }

  #take(frame: MediaFrame | ServerSignal): void {
    if (frame.type === 'lanes' || frame.type === 'relay') return this.#direct?.take(frame)
    if (frame.type === 'ice') this.#iceServers = frame.servers
    if (frame.type !== 'channels') return
    this.#channels = frame.channels
    for (const [id, player] of this.#players)
      if (!frame.channels.some((channel) => channel.id === id)) {
        this.#players.delete(id)
        this.#fade(player)
      }
    this.#parts.onChange()
  }

  /** The sender is gone: its last picture stays for a while, in case it comes back. */
  #fade(player: Player): void {
    const key = keyOf(player.channel)
    const entry = this.#shown.get(key)
    if (entry?.player !== player) return player.dispose()
    entry.isLive = false
    this.#later(() => {
      if (this.#shown.get(key)?.player !== player) return
      this.#shown.delete(key)
      player.dispose()
      this.#parts.onChange()
    }, lingerMs)
  }

  #play(message: ArrayBuffer): void {
    const id = new DataView(message).getUint32(0)
    const channel = this.#channels.find((entry) => entry.id === id)
    if (!channel) return
    const before = this.#players.get(id)
    // It came directly until now: the last picture stays until there is another one.
    const player =
      before instanceof ChannelPlayer
        ? before
        : this.#addPlayer(channel, (onChange) => new ChannelPlayer(channel, onChange))
    player.push(new Uint8Array(message, channelBytes))
  }

  #addPlayer<Kind extends Player>(channel: Channel, make: (onChange: () => void) => Kind): Kind {
    const key = keyOf(channel)
    const player = make(() => {
      // The picture before stays until there is another one.
      if (player.isShown && this.#players.get(channel.id) === player && this.#shown.get(key)?.player !== player)
        this.#show(key, player)
      this.#parts.onChange()
    })
    this.#players.set(channel.id, player)
    if (!this.#shown.has(key)) this.#show(key, player)
    return player
  }

  #show(key: string, player: Player): void {
    const before = this.#shown.get(key)?.player
    this.#shown.set(key, { player, isLive: true })
    if (before && before !== player && this.#players.get(before.channel.id) !== before) before.dispose()
    this.#parts.onChange()
  }
}

/** Receives channels directly: the server offers, and says which medium of which channel comes where. */
import type { ChannelLane, ClientSignal, ServerSignal } from '../../../shared/media/direct.ts'
import type { IceServer } from '../../../shared/media/ice.ts'
import { DirectConnection } from './connection.ts'

interface DirectReceiverParts {
  readonly iceServers: () => readonly IceServer[]
  readonly tell: (signal: ClientSignal) => void
  /** All channels that come directly, whenever they change. */
  readonly onStreams: (streams: ReadonlyMap<number, MediaStream>) => void
  /** It cannot receive directly, and has told the server so. */
  readonly onFailure: () => void
}

type Lanes = Extract<ServerSignal, { readonly type: 'lanes' }>

export class DirectReceiver {
  readonly #parts: DirectReceiverParts
  readonly #streams = new Map<number, MediaStream>()
  #connection: DirectConnection | null = null
  #work = Promise.resolve()
  #isClosed = false

  constructor(parts: DirectReceiverParts) {
    this.#parts = parts
  }

  take(signal: ServerSignal): void {
    if (signal.type === 'relay') return this.#giveUp()
    if (signal.type !== 'lanes') return
    // One after the other: what is said of lanes holds once the offer before it has been answered.
    this.#work = this.#work.then(() => this.#apply(signal)).catch(() => this.#giveUp())
  }

  close(): void {
    this.#isClosed = true
    this.#connection?.close()
    this.#connection = null
  }

  async #apply({ epoch, lanes, sdp }: Lanes): Promise<void> {
    if (this.#isClosed) return
    if (this.#connection && this.#connection.epoch !== epoch) {
      this.#connection.close()
      this.#connection = null
    }
    if (sdp !== null) {
      const connection = (this.#connection ??= this.#connect(epoch))
      await connection.peer.setRemoteDescription({ type: 'offer', sdp })
      await connection.peer.setLocalDescription()
      this.#parts.tell({ type: 'answer', epoch, sdp: connection.peer.localDescription?.sdp ?? '' })
    }
    this.#place(lanes)
  }

  #connect(epoch: number): DirectConnection {
    const { iceServers, tell } = this.#parts
    return new DirectConnection({ epoch, iceServers: iceServers(), tell, onFailure: () => this.#giveUp() })
  }

  /** Puts the media of each channel together. */
  #place(lanes: readonly ChannelLane[]): void {
    const transceivers = this.#connection?.peer.getTransceivers() ?? []
    const tracks = new Map<number, MediaStreamTrack[]>()
    for (const { channel, mid } of lanes) {
      const track = transceivers.find((entry) => entry.mid === mid)?.receiver.track
      if (track) tracks.set(channel, [...(tracks.get(channel) ?? []), track])
    }
    for (const id of this.#streams.keys()) if (!tracks.has(id)) this.#streams.delete(id)
    for (const [id, own] of tracks) {
      const stream = this.#streams.get(id) ?? new MediaStream()
      for (const track of own) stream.addTrack(track)
      this.#streams.set(id, stream)
    }
    this.#parts.onStreams(this.#streams)
  }

  #giveUp(): void {
    if (this.#isClosed) return
    this.close()
    this.#parts.tell({ type: 'relay' })
    this.#parts.onFailure()
  }
}

/** Somebody who sees and hears senders directly, as far as they are here; everything else comes over the stream. */
import { randomUUID } from 'node:crypto'
import type { ClientSignal, ServerSignal } from '../../../shared/media/direct.ts'
import type { MediaStream, RelayChannel } from '../relay.ts'
import type { DirectLane } from './engine.ts'
import type { DirectRoom } from './room.ts'

export class DirectViewer {
  readonly #stream: MediaStream
  readonly #onLoss: () => void
  #peer = ''
  #room: DirectRoom | null = null
  /** Numbers of channels by the peer that sends them. */
  #channels = new Map<string, number>()

  /** @param onLoss called when there is no connection: everything has to come over the stream */
  constructor(stream: MediaStream, onLoss: () => void) {
    this.#stream = stream
    this.#onLoss = onLoss
  }

  /** @param channels all that the viewer may see and hear */
  show(channels: readonly RelayChannel[]): void {
    const sources = channels.flatMap(({ id, direct, description }) =>
      direct && description ? [{ id, direct, description }] : [],
    )
    const room = sources.at(-1)?.direct.room ?? null
    if (this.#room && (!this.#room.isOpen || (room && room !== this.#room))) this.#forget()
    if (room && !this.#room) {
      this.#room = room
      this.#peer = randomUUID()
    }
    if (!this.#room) return
    const own = sources.filter(({ direct }) => direct.room === this.#room)
    this.#channels = new Map(own.map(({ id, direct }) => [direct.peer, id]))
    const events = {
      lanes: (lanes: readonly DirectLane[], sdp: string | null) => this.#tell(lanes, sdp),
      failed: () => {
        this.#send({ type: 'relay' })
        this.#onLoss()
      },
    }
    this.#room.engine.view(
      this.#peer,
      events,
      own.map(({ direct, description: { hasVideo, hasAudio } }) => ({
        sender: direct.peer,
        media: [...(hasVideo ? (['video'] as const) : []), ...(hasAudio ? (['audio'] as const) : [])],
      })),
    )
  }

  take(signal: ClientSignal): void {
    const room = this.#room
    // L7: signals of an earlier lease count for nothing.
    if (!room?.isOpen || !('epoch' in signal) || signal.epoch !== room.epoch) return
    if (signal.type === 'answer') room.engine.accept(this.#peer, signal.sdp)
    if (signal.type === 'candidate') room.engine.addCandidate(this.#peer, signal.candidate, signal.mid)
  }

  close(): void {
    this.#room?.engine.close(this.#peer)
    this.#room = null
  }

  #forget(): void {
    this.close()
    this.#send({ type: 'lanes', epoch: 0, lanes: [], sdp: null })
  }

  #tell(lanes: readonly DirectLane[], sdp: string | null): void {
    const all = lanes.flatMap(({ sender, medium, mid }) => {
      const channel = this.#channels.get(sender)
      return channel === undefined ? [] : [{ channel, medium, mid }]
    })
    this.#send({ type: 'lanes', epoch: this.#room?.epoch ?? 0, lanes: all, sdp })
  }

  #send(signal: ServerSignal): void {
    this.#stream.send(JSON.stringify(signal))
  }
}

/** Somebody whose sound and picture go directly: what arrives in the other process becomes frames of the relay. */
import { randomUUID } from 'node:crypto'
import type { MediaKind } from '../../../shared/events.ts'
import type { ClientSignal, ServerSignal } from '../../../shared/media/direct.ts'
import type { MediaStream } from '../relay.ts'
import { element, float, uint } from '../webm/ebml.ts'
import type { Block, Medium, Track } from '../webm/reader.ts'
import type { DirectFrame, PictureSize } from './engine.ts'
import type { DirectRoom } from './room.ts'

interface SenderParts {
  readonly stream: MediaStream
  readonly room: DirectRoom
  readonly kind: MediaKind
  /** @param tracks of all blocks that will come */
  readonly onBlocks: (blocks: readonly Block[], tracks: readonly Track[]) => Promise<void>
  /** The connection is gone, or the room is not here any more. */
  readonly onLoss: () => void
}

/** Frames that wait for the first picture, before it goes on without its size. */
const maxPending = 500
const usualSize: PictureSize = { width: 640, height: 360 }

export class DirectSender {
  readonly peer = randomUUID()
  readonly room: DirectRoom
  readonly #parts: SenderParts
  readonly #leave: () => void
  #media: readonly Medium[] | null = null
  #tracks: readonly Track[] | null = null
  #pending: Block[] = []
  #work = Promise.resolve()
  #isClosed = false

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.room = parts.room
    this.#leave = parts.room.join(parts.onLoss)
  }

  /** @param may the media that may be sent now */
  async take(signal: Extract<ClientSignal, { readonly epoch: number }>, may: readonly Medium[]): Promise<void> {
    const { stream, room, kind } = this.#parts
    const { engine, epoch } = room
    // L7: signals of an earlier lease count for nothing.
    if (this.#isClosed || signal.epoch !== epoch || !room.isOpen) return
    if (signal.type === 'candidate') return engine.addCandidate(this.peer, signal.candidate, signal.mid)
    if (signal.type !== 'offer' || this.#media) return
    this.#media = (['video', 'audio'] as const).filter(
      (medium) => may.includes(medium) && new RegExp(`^m=${medium} `, 'm').test(signal.sdp),
    )
    const events = {
      frames: (frames: readonly DirectFrame[], size: PictureSize | null) => this.#add(frames, size),
      failed: this.#parts.onLoss,
    }
    const sdp = await engine.publish(this.peer, events, { sdp: signal.sdp, kind, media: this.#media })
    if (sdp !== null) stream.send(JSON.stringify({ type: 'answer', epoch, sdp } satisfies ServerSignal))
  }

  get media(): readonly Medium[] {
    return this.#media ?? []
  }

  close(): void {
    this.#isClosed = true
    this.#leave()
    this.room.engine.close(this.peer)
  }

  #add(frames: readonly DirectFrame[], size: PictureSize | null): void {
    // L7: nothing is handed on without a lease.
    if (this.#isClosed) return
    if (!this.room.isOpen) return this.#parts.onLoss()
    const blocks = frames.map(({ medium, time, isKey, data }) => ({
      medium,
      time: Math.round(time),
      isKey,
      data: Buffer.from(data.buffer, data.byteOffset, data.length),
    }))
    if (!this.#tracks) {
      this.#pending.push(...blocks)
      if (this.media.includes('video') && !size && this.#pending.length < maxPending) return
      this.#tracks = this.media.map((medium) => (medium === 'video' ? pictureTrack(size ?? usualSize) : soundTrack))
      blocks.splice(0, blocks.length, ...this.#pending)
      this.#pending = []
    }
    const tracks = this.#tracks
    this.#work = this.#work.then(() => (this.#isClosed ? undefined : this.#parts.onBlocks(blocks, tracks)))
    this.#work.catch(this.#parts.onLoss)
  }
}

const pictureTrack = ({ width, height }: PictureSize): Track => ({
  medium: 'video',
  number: 1,
  codecPrivate: null,
  codecDelay: null,
  seekPreRoll: null,
  width,
  height,
  audio: null,
})

/** Samples that a decoder leaves out at the beginning (RFC 7845). */
const preSkip = 312
const opusHead = Buffer.from([
  ...Buffer.from('OpusHead'),
  1,
  2,
  preSkip & 0xff,
  preSkip >> 8,
  0x80,
  0xbb,
  0,
  0,
  0,
  0,
  0,
])

const soundTrack: Track = {
  medium: 'audio',
  number: 2,
  codecPrivate: opusHead,
  codecDelay: Math.round((preSkip * 1e9) / 48_000),
  seekPreRoll: 80_000_000,
  width: 0,
  height: 0,
  audio: Buffer.concat([element(0xb5, float(48_000)), element(0x9f, uint(2))]),
}

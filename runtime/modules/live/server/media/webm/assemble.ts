/** Puts the frames of a publisher on the clock of the server, in clusters that can be sent and stored one by one. */
import type { Block, Medium, Track } from './reader.ts'
import { clusterOf } from './writer.ts'

export interface Cluster {
  /** Milliseconds since the first frame. */
  readonly start: number
  /** The time of the last frame. */
  readonly end: number
  /** A viewer can begin with it. */
  readonly isKey: boolean
  readonly bytes: Buffer
}

/** Milliseconds over which it is observed whether a recorder is late for good, and from which it is. */
const windowMs = 2000
const lateMs = 1000
/** Times in a cluster have 16 bits. */
const maxSpan = 30_000

export class Assembler {
  /** Milliseconds since 1970 of the first frame. */
  readonly startedAt: number
  readonly #hasVideo: boolean
  /** From the clock of the recorder to milliseconds since the first frame. */
  #offset: number
  readonly #last: Record<Medium, number> = { video: 0, audio: 0 }
  /** Null = the window begins with the next frame. */
  #windowStart: number | null = null
  #windowLateness = Infinity

  /**
   * @param blocks the first frames
   * @param now milliseconds since 1970 at which they arrived, all of them recorded before
   */
  constructor(tracks: readonly Track[], blocks: readonly Block[], now: number) {
    const times = blocks.map(({ time }) => time)
    const first = Math.min(...times)
    this.#offset = -first
    this.startedAt = now - (Math.max(...times) - first)
    this.#hasVideo = tracks.some(({ medium }) => medium === 'video')
  }

  /** The latest moment of all frames so far. */
  get end(): number {
    return Math.max(this.#last.video, this.#last.audio)
  }

  /** @param now as above */
  add(blocks: readonly Block[], now: number): readonly Cluster[] {
    this.#follow(blocks, now)
    const groups: Block[][] = []
    for (const block of blocks) {
      // Frames of one medium never run backwards, whatever their sender says.
      const time = Math.max(this.#last[block.medium], block.time + this.#offset)
      this.#last[block.medium] = time
      const timed = { ...block, time }
      const group = groups.at(-1)
      const isCut = block.medium === 'video' && block.isKey
      if (!group || isCut || Math.abs(time - (group[0]?.time ?? 0)) > maxSpan) groups.push([timed])
      else group.push(timed)
    }
    return groups.map((group) => this.#cluster(group))
  }

  #cluster(group: readonly Block[]): Cluster {
    // Players refuse a cluster whose frames are not in the order of their times.
    const blocks = group.toSorted((left, right) => left.time - right.time)
    const start = blocks[0]?.time ?? 0
    const picture = blocks.find(({ medium }) => medium === 'video')
    return {
      start,
      end: blocks.at(-1)?.time ?? start,
      isKey: this.#hasVideo ? picture?.isKey === true : true,
      bytes: clusterOf(start, blocks),
    }
  }

  /**
   * A recorder that was paused is late from then on, by the length of the pause, and what it sends then belongs later.
   * One behind a slow network catches up again.
   */
  #follow(blocks: readonly Block[], now: number): void {
    const latest = Math.max(...blocks.map(({ time }) => time), -Infinity)
    if (latest === -Infinity) return
    this.#windowLateness = Math.min(this.#windowLateness, now - this.startedAt - (latest + this.#offset))
    this.#windowStart ??= now
    if (now - this.#windowStart < windowMs) return
    if (this.#windowLateness > lateMs) this.#offset += this.#windowLateness
    this.#windowStart = null
    this.#windowLateness = Infinity
  }
}

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

/**
 * How far the clock of a recorder may be off, and for how long, until it is set: soon after a pause, later for the
 * little that short pauses and clocks of other speeds add up to. All in milliseconds.
 */
const limits = [
  { span: 2000, off: 1000 },
  { span: 20_000, off: 50 },
] as const

/** The least lateness of frames within a time. */
interface Span {
  readonly span: number
  readonly off: number
  /** Null = it begins with the next frame. */
  start: number | null
  lateness: number
}

/** Times in a cluster have 16 bits. */
const maxSpan = 30_000

export class Assembler {
  /** Milliseconds since 1970 of the first frame. */
  readonly startedAt: number
  readonly #hasVideo: boolean
  /** From the clock of the recorder to milliseconds since the first frame. */
  #offset: number
  readonly #last: Record<Medium, number> = { video: 0, audio: 0 }
  readonly #spans: readonly Span[] = limits.map((limit) => ({ ...limit, start: null, lateness: Infinity }))
  /** The least lateness at first: by so much the first frames were slower than the line is. Null = not known yet. */
  #line: number | null = null

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
      // Frames of one medium never run backwards, whatever their sender says. Pictures may depend on each other.
      if (block.medium === 'audio' && block.time + this.#offset < this.#last.audio) continue
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
   * One behind a slow network catches up again: what counts is the least lateness of a time.
   */
  #follow(blocks: readonly Block[], now: number): void {
    const latest = Math.max(...blocks.map(({ time }) => time), -Infinity)
    if (latest === -Infinity) return
    const lateness = now - this.startedAt - (latest + this.#offset)
    for (const span of this.#spans) {
      span.lateness = Math.min(span.lateness, lateness)
      span.start ??= now
      if (now - span.start >= span.span) this.#judge(span)
    }
  }

  #judge(span: Span): void {
    this.#line ??= span.lateness > span.off ? 0 : Math.min(0, span.lateness)
    const by = span.lateness - this.#line
    const isOff = Math.abs(by) > span.off
    if (isOff) this.#offset += by
    // Whatever was observed before was by the former clock.
    for (const other of isOff ? this.#spans : [span]) Object.assign(other, { start: null, lateness: Infinity })
  }
}

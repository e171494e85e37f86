/** Reads what a browser records, piece by piece as it arrives: VP8 and Opus in WebM, nothing else. */
import { children, ids, readHead, readUint, WebmError } from './ebml.ts'

export type Medium = 'video' | 'audio'

export interface Track {
  readonly medium: Medium
  /** Number of the track in the bytes that arrive. */
  readonly number: number
  readonly codecPrivate: Buffer | null
  /** Nanoseconds; null = not said. */
  readonly codecDelay: number | null
  readonly seekPreRoll: number | null
  readonly width: number
  readonly height: number
  /** Rate and channels, as they arrived. */
  readonly audio: Buffer | null
}

/** A frame of the picture, or a packet of sound. */
export interface Block {
  readonly medium: Medium
  /** Milliseconds since the recorder was started. */
  readonly time: number
  /** A picture that needs no earlier one; sound always. */
  readonly isKey: boolean
  readonly data: Buffer
}

/** Bytes of everything before the first frame, and of one frame. */
const maxHead = 64 * 1024
const maxBlock = 1024 * 1024
const maxPrivate = 1024

/** Elements whose content is read element by element. */
const containers: ReadonlySet<number> = new Set([ids.segment, ids.cluster, ids.blockGroup])

export class WebmReader {
  /** Null = they have not arrived yet. */
  tracks: readonly Track[] | null = null
  #rest: Buffer = Buffer.alloc(0)
  #clusterTime: number | null = null
  #isBegun = false

  /** Takes bytes that arrived. @returns the frames that are complete @throws a WebmError */
  push(bytes: Buffer): readonly Block[] {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const blocks: Block[] = []
    let offset = 0
    for (;;) {
      const head = readHead(all, offset)
      if (!head) break
      if (!this.#isBegun && head.id !== ids.ebml) throw new WebmError('not a WebM file')
      if (containers.has(head.id)) {
        offset += head.length
        continue
      }
      // Guard T65: a frame has a size, so that nobody fills the memory with one that never ends.
      // Without: void [maxHead, maxBlock]
      if (head.size === null || head.size > (this.tracks ? maxBlock : maxHead)) throw new WebmError('too long')
      const end = offset + head.length + head.size
      if (end > all.length) break
      this.#isBegun = true
      const block = this.#take(head.id, all.subarray(offset + head.length, end))
      if (block) blocks.push(block)
      offset = end
    }
    this.#rest = Buffer.from(all.subarray(offset))
    return blocks
  }

  #take(id: number, content: Buffer): Block | null {
    if (id === ids.info) {
      for (const child of children(content))
        if (child.id === ids.timecodeScale && readUint(child.content) !== 1_000_000) throw new WebmError('time scale')
      return null
    }
    if (id === ids.tracks) this.tracks = readTracks(content)
    if (id === ids.timecode) this.#clusterTime = readUint(content)
    return id === ids.simpleBlock || id === ids.block ? this.#block(content) : null
  }

  #block(content: Buffer): Block | null {
    const head = content[0]
    // Recorders have a handful of tracks: their numbers take one byte.
    if (head === undefined || head < 0x80 || content.length < 5) throw new WebmError('block')
    if (this.#clusterTime === null || !this.tracks) throw new WebmError('order')
    const track = this.tracks.find(({ number }) => number === (head & 0x7f))
    if (!track) return null
    if (((content[3] ?? 0) & 0x06) !== 0) throw new WebmError('lacing')
    const data = content.subarray(4)
    return {
      medium: track.medium,
      time: this.#clusterTime + content.readInt16BE(1),
      // The sender is not believed: VP8 itself says it in the first bit of a frame.
      isKey: track.medium === 'audio' || ((data[0] ?? 1) & 1) === 0,
      data,
    }
  }
}

function readTracks(content: Buffer): readonly Track[] {
  const tracks = [...children(content)]
    .filter(({ id }) => id === ids.trackEntry)
    .map((entry) => readTrack(entry.content))
  const count = (medium: Medium): number => tracks.filter((track) => track.medium === medium).length
  if (tracks.length === 0 || count('video') > 1 || count('audio') > 1) throw new WebmError('tracks')
  return tracks
}

const codecs: Readonly<Record<string, Medium>> = { V_VP8: 'video', A_OPUS: 'audio' }

function readTrack(content: Buffer): Track {
  const parts = new Map([...children(content)].map((child) => [child.id, child.content]))
  const medium = codecs[(parts.get(ids.codecId) ?? Buffer.alloc(0)).toString('latin1').replace(/\0+$/, '')]
  if (!medium) throw new WebmError('codec')
  const codecPrivate = parts.get(ids.codecPrivate) ?? null
  if ((codecPrivate?.length ?? 0) > maxPrivate) throw new WebmError('too long')
  const number = (id: number): number | null => {
    const bytes = parts.get(id)
    return bytes ? readUint(bytes) : null
  }
  const video = new Map(
    [...children(parts.get(ids.video) ?? Buffer.alloc(0))].map((child) => [child.id, child.content]),
  )
  const size = (id: number): number => readUint(video.get(id) ?? Buffer.alloc(0))
  return {
    medium,
    number: number(ids.trackNumber) ?? 0,
    codecPrivate,
    codecDelay: number(ids.codecDelay),
    seekPreRoll: number(ids.seekPreRoll),
    width: medium === 'video' ? size(ids.width) : 0,
    height: medium === 'video' ? size(ids.height) : 0,
    audio: medium === 'audio' ? (parts.get(ids.audio) ?? null) : null,
  }
}

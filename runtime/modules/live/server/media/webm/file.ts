/** The file of a recording while it grows, how it is completed, and how it is repaired after a crash. */
import { open, type FileHandle } from 'node:fs/promises'
import { children, ids, readHead, readUint, WebmError } from './ebml.ts'
import type { Cluster } from './assemble.ts'
import type { Medium } from './reader.ts'
import { clusterHead, cuesOf, patchesOf, segmentStart, trackNumbers, tracksPlace, type Cue } from './writer.ts'

/** Milliseconds between two entries of the index, at least. */
const cueEveryMs = 1000
/** Bytes of the longest cluster; longer ones are no clusters. */
const maxCluster = 16 * 1024 * 1024

/** A complete file. */
export interface Completed {
  /** Milliseconds. */
  readonly duration: number
  readonly bytes: number
  readonly cues: number
}

export class RecordingFile {
  readonly #file: FileHandle
  readonly #medium: Medium
  readonly #cues: Cue[] = []
  #place: number
  #end = 0

  private constructor(file: FileHandle, place: number, medium: Medium) {
    this.#file = file
    this.#place = place
    this.#medium = medium
  }

  /** @param medium the one whose clusters players can go to */
  static async create(path: string, head: Buffer, medium: Medium): Promise<RecordingFile> {
    const file = await open(path, 'wx', 0o600)
    try {
      await writeAll(file, head, 0)
    } catch (error) {
      await file.close()
      throw error
    }
    return new RecordingFile(file, head.length, medium)
  }

  get bytes(): number {
    return this.#place
  }

  /** Adds a cluster. When that fails the file is complete up to the one before. */
  async append({ bytes, start, end, isKey }: Cluster): Promise<void> {
    const place = this.#place
    await writeAll(this.#file, bytes, place)
    this.#place = place + bytes.length
    this.#end = Math.max(this.#end, end)
    if (isKey && start - (this.#cues.at(-1)?.time ?? -Infinity) >= cueEveryMs)
      this.#cues.push({ time: start, place, medium: this.#medium })
  }

  /** Adds index and duration, and closes the file. */
  async complete(): Promise<Completed> {
    try {
      return await complete(this.#file, { cues: this.#cues, end: this.#place, duration: this.#end })
    } finally {
      await this.#file.close()
    }
  }

  /** Closes the file as it is: it can be repaired. */
  close(): Promise<void> {
    return this.#file.close()
  }
}

/** A write may be short, for example when the disk gets full. */
async function writeAll(file: FileHandle, bytes: Buffer, place: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += (await file.write(bytes, written, bytes.length - written, place + written)).bytesWritten
}

interface Scanned {
  readonly cues: readonly Cue[]
  /** Bytes up to which the file is whole. */
  readonly end: number
  readonly duration: number
}

async function complete(file: FileHandle, { cues, end, duration }: Scanned): Promise<Completed> {
  const index = cuesOf(cues)
  await file.truncate(end)
  await writeAll(file, index, end)
  const bytes = end + index.length
  for (const patch of patchesOf(end, bytes, duration)) await writeAll(file, patch.bytes, patch.place)
  await file.sync()
  return { duration, bytes, cues: cues.length }
}

/**
 * Completes a file whose writer was killed: what is whole stays, what follows is cut off.
 * @returns null = there is no frame in it
 */
export async function repairFile(path: string): Promise<Completed | null> {
  const file = await open(path, 'r+')
  try {
    const scanned = await scan(file)
    return scanned && (await complete(file, scanned))
  } finally {
    await file.close()
  }
}

/** The head of a file, and the media in it. Null = it is not there yet. */
export async function readFileHead(file: FileHandle) {
  const { size } = await file.stat()
  const start = segmentStart + tracksPlace
  const tracks = await readElement(file, start, size)
  if (tracks?.id !== ids.tracks) return null
  const numbers = [...children(tracks.content)].flatMap((entry) =>
    [...children(entry.content)].filter(({ id }) => id === ids.trackNumber).map(({ content }) => readUint(content)),
  )
  const bytes = Buffer.alloc(start + tracks.length)
  await file.read(bytes, 0, bytes.length, 0)
  const media = (['video', 'audio'] as const).filter((medium) => numbers.includes(trackNumbers[medium]))
  return { bytes, media }
}

/** The cluster at a place. Null = there is no whole one yet. @param medium the one that viewers begin with */
export async function readClusterAt(file: FileHandle, place: number, medium: Medium): Promise<Cluster | null> {
  const element = await readElement(file, place, (await file.stat()).size)
  const cluster = element?.id === ids.cluster ? readCluster(element.content, trackNumbers[medium]) : null
  return element && cluster && { ...cluster, bytes: element.bytes }
}

async function scan(file: FileHandle): Promise<Scanned | null> {
  const head = await readFileHead(file)
  if (!head) return null
  const medium: Medium = head.media.includes('video') ? 'video' : 'audio'
  const cues: Cue[] = []
  let place = head.bytes.length
  let duration: number | null = null
  for (;;) {
    const cluster = await readClusterAt(file, place, medium)
    if (!cluster) break
    if (cluster.isKey && cluster.start - (cues.at(-1)?.time ?? -Infinity) >= cueEveryMs)
      cues.push({ time: cluster.start, place, medium })
    duration = Math.max(duration ?? 0, cluster.end)
    place += cluster.bytes.length
  }
  return duration === null ? null : { cues, end: place, duration }
}

/** Null = there is no whole element. */
async function readElement(file: FileHandle, place: number, size: number) {
  const start = Buffer.alloc(Math.max(0, Math.min(clusterHead, size - place)))
  await file.read(start, 0, start.length, place)
  try {
    const head = readHead(start, 0)
    if (head?.size == null || head.size > maxCluster || place + head.length + head.size > size) return null
    const bytes = Buffer.alloc(head.length + head.size)
    await file.read(bytes, 0, bytes.length, place)
    return { id: head.id, bytes, content: bytes.subarray(head.length), length: bytes.length }
  } catch (error) {
    if (error instanceof WebmError) return null
    throw error
  }
}

/** @param cueTrack number of the track whose frames players go to */
function readCluster(content: Buffer, cueTrack: number) {
  try {
    let time = 0
    let start = Infinity
    let end = 0
    let isKey: boolean | null = null
    for (const { id, content: block } of children(content)) {
      if (id === ids.timecode) time = readUint(block)
      if (id !== ids.simpleBlock || block.length < 4) continue
      const moment = time + block.readInt16BE(1)
      start = Math.min(start, moment)
      end = Math.max(end, moment)
      if (((block[0] ?? 0) & 0x7f) === cueTrack) isKey ??= ((block[3] ?? 0) & 0x80) !== 0
    }
    return start === Infinity ? null : { start, end, isKey: isKey === true }
  } catch (error) {
    if (error instanceof WebmError) return null
    throw error
  }
}

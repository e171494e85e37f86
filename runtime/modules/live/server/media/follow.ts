/**
 * Sound and picture that other processes receive. Their recordings grow in the folder of uploads, which all processes
 * of a site share: viewers of this process get what is added there.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { growingFile, nowMilliseconds } from 'tablewright/server'
import { recordOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import { describeChannel } from '../../shared/media/frames.ts'
import { ownFilesOf } from './recording.ts'
import { nextChannel, RelayChannel, type Relay } from './relay.ts'
import { readClusterAt, readFileHead } from './webm/file.ts'

const { state: states, kind: kinds } = recordOptions

/** Milliseconds between two looks at files, and at the list of recordings. */
const readMs = 150
const listMs = 1000
/** Milliseconds without a note after which the process of a recording has ended. */
const aliveMs = 20_000

interface Followed {
  readonly file: FileHandle
  readonly channel: RelayChannel
  readonly hasVideo: boolean
  /** Bytes that were read. */
  place: number
}

/** Follows the recordings of a room. @returns what ends it */
export function followOthers(scope: Scope, room: number, relay: Relay): () => Promise<void> {
  const files = new Map<number, Followed>()
  let timer: NodeJS.Timeout | undefined
  let listedAt = -listMs
  let isStopped = false
  const forget = async (id: number, { file, channel }: Followed): Promise<void> => {
    files.delete(id)
    relay.close(channel)
    await file.close()
  }
  const list = async (): Promise<void> => {
    const rows = await scope.database.query
      .selectFrom('live_record')
      .select(['id', 'holder', 'kind', 'file', 'bytes'])
      .where('room_id', '=', room)
      .where('state', '=', states.writing)
      .where('seen_ms', '>', nowMilliseconds() - aliveMs)
      .execute()
    const own = ownFilesOf(scope)
    const others = rows.filter(({ file }) => !own.has(file ?? ''))
    for (const [id, entry] of files) if (!others.some((row) => row.id === id)) await forget(id, entry)
    for (const row of others) {
      if (files.has(row.id)) continue
      const entry = await begin(scope, relay, row).catch(() => null)
      if (entry) files.set(row.id, entry)
    }
  }
  const update = async (): Promise<void> => {
    if (performance.now() - listedAt >= listMs) {
      listedAt = performance.now()
      await list()
    }
    for (const entry of files.values()) await readOn(relay, entry)
  }
  let work = Promise.resolve()
  const plan = (): void => {
    timer = setTimeout(() => {
      // A database or a disk that fails for a moment is asked again.
      work = update()
        .catch(() => undefined)
        .then(() => (isStopped ? undefined : plan()))
    }, readMs)
    timer.unref()
  }
  plan()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await work
    for (const [id, entry] of files) await forget(id, entry)
  }
}

interface Row {
  readonly holder: string | null
  readonly kind: number | null
  readonly file: string | null
  readonly bytes: number | null
}

async function begin(scope: Scope, relay: Relay, { holder, kind, file: name, bytes }: Row): Promise<Followed | null> {
  const file = await open(await growingFile(scope, name ?? ''), 'r')
  const head = await readFileHead(file)
  if (!head) {
    await file.close()
    return null
  }
  const [hasVideo, hasAudio] = [head.media.includes('video'), head.media.includes('audio')]
  const source = kind === kinds.screen ? 'screen' : 'camera'
  const channel = new RelayChannel(nextChannel(), holder ?? '', source, () => undefined)
  channel.head = head.bytes
  channel.description = describeChannel({ id: channel.id, holder: channel.holder, kind: source }, hasVideo, hasAudio)
  relay.open(channel)
  relay.begin(channel)
  // The row says where a cluster began a moment ago: nobody needs what was before.
  return { file, channel, hasVideo, place: Math.max(head.bytes.length, bytes ?? 0) }
}

async function readOn(relay: Relay, entry: Followed): Promise<void> {
  for (;;) {
    const cluster = await readClusterAt(entry.file, entry.place, entry.hasVideo ? 'video' : 'audio')
    if (!cluster) return
    entry.place += cluster.bytes.length
    relay.send(entry.channel, cluster)
  }
}

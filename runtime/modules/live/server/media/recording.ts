/** Recordings: a file grows with what a sender sends, and is stored once it is complete; its row says so to all. */
import { randomBytes } from 'node:crypto'
import { ensureRoom, growingFile, nowMilliseconds, nowSeconds, removeGrowing, storeGrown } from 'tablewright/server'
import { recordOptions, roomOptions } from '#generated/live/options.ts'
import type { Reading, Scope } from '#generated/live/server.ts'
import type { MediaKind, RecordEnd } from '../../shared/events.ts'
import { readHolder, type Person } from '../../shared/person.ts'
import type { LiveState } from '../../shared/state.ts'
import type { Room } from '../room.ts'
import { append, openRoom } from '../store/log.ts'
import { readProfiles } from '../store/profiles.ts'
import type { Cluster } from './webm/assemble.ts'
import { RecordingFile } from './webm/file.ts'

const { state: states, kind: kinds, reason: reasons } = recordOptions

/** Milliseconds between two notes of how far a recording is. */
const noteMs = 5000
/** Bytes that have to be free when a recording begins or goes on. */
const freeBytes = 16 * 1024 * 1024

interface Recorded {
  readonly scope: Scope
  readonly room: Room
  readonly person: Person
  readonly state: LiveState
}

interface NewRecording {
  readonly kind: MediaKind
  readonly head: Buffer
  readonly hasVideo: boolean
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** Files that this process writes, by database. */
const filesByDatabase = new WeakMap<object, Set<string>>()

export function ownFilesOf({ database }: Pick<Scope, 'database'>): Set<string> {
  const owner: object = database.adapter
  const own = filesByDatabase.get(owner) ?? new Set<string>()
  filesByDatabase.set(owner, own)
  return own
}

/** Whether what is sent in a room is recorded. */
export const isRecorded = ({ settings }: Pick<Scope, 'settings'>, room: Pick<Room, 'record'>): boolean =>
  room.record === roomOptions.record.yes && settings.own['live_recording'] !== false

/** Whether the site has room for more recordings. */
async function hasRoom(scope: Scope): Promise<boolean> {
  if ((await usedBytes(scope.database.query)) >= quotaBytes(scope)) return false
  return ensureRoom(scope, freeBytes).then(
    () => true,
    () => false,
  )
}

/** Bytes that recordings may take. */
export const quotaBytes = ({ settings }: Pick<Scope, 'settings'>): number =>
  Number(settings.own['live_recording_gb']) * 1024 ** 3

/** Bytes of all recordings. */
export async function usedBytes(query: Reading): Promise<number> {
  const { sum } = await query
    .selectFrom('live_record')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** Begins to record, where the room is recorded. Null = it is not, or there is no room: the lesson goes on. */
export async function startRecording(
  { scope, room, person, state }: Recorded,
  { kind, head, hasVideo, startedAt }: NewRecording,
): Promise<Recording | null> {
  const { session } = state
  if (!session || !isRecorded(scope, room)) return null
  if (!(await hasRoom(scope))) return null
  const file = `${randomBytes(8).toString('hex')}.webm`
  const holder = readHolder(person.holder)
  const names = await readProfiles(scope.database.query, [person.holder])
  const now = nowMilliseconds()
  const grown = await RecordingFile.create(await growingFile(scope, file), head, hasVideo ? 'video' : 'audio').catch(
    () => null,
  )
  if (!grown) return null
  // Before anybody can see the row: the file is followed and repaired by other processes only.
  ownFilesOf(scope).add(file)
  const id = await scope.database.write(async (trx) => {
    const open = await openRoom(scope, trx, room.id)
    if (open?.state.session?.id !== session.id) return null
    const record = await trx
      .insertInto('live_record')
      .values({
        room_id: room.id,
        session_id: session.id,
        name: (names.get(person.holder)?.name ?? '').slice(0, 100),
        kind: kinds[kind],
        state: states.writing,
        reason: reasons.ended,
        started_at: Math.floor(startedAt / 1000),
        start_ms: startedAt,
        seconds: 0,
        bytes: grown.bytes,
        holder: person.holder,
        user_id: holder?.kind === 'user' ? holder.id : null,
        admin_id: holder?.kind === 'admin' ? holder.id : null,
        has_video: hasVideo ? 1 : 0,
        file,
        seen_ms: now,
        create_time: nowSeconds(),
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await append(open, { kind: 'record.start', person: person.holder, payload: { record: record.id, kind } })
    return record.id
  })
  if (id === null) {
    ownFilesOf(scope).delete(file)
    await grown.close()
    await removeGrowing(scope, file)
    return null
  }
  return new Recording(id, room.id, file, grown)
}

export class Recording {
  readonly #id: number
  readonly #room: number
  readonly #name: string
  readonly #file: RecordingFile
  #notedAt = nowMilliseconds()
  #isOpen = true

  constructor(id: number, room: number, name: string, file: RecordingFile) {
    this.#id = id
    this.#room = room
    this.#name = name
    this.#file = file
  }

  /** Adds a cluster. Where there is no room for it, the recording ends and the lesson goes on. */
  async append(scope: Scope, cluster: Cluster): Promise<void> {
    if (!this.#isOpen) return
    try {
      await this.#file.append(cluster)
    } catch {
      // Whatever keeps the server from writing, what was written until then is kept.
      return this.finish(scope, 'full')
    }
    const now = nowMilliseconds()
    if (now - this.#notedAt < noteMs) return
    this.#notedAt = now
    await scope.database.write((trx) =>
      trx
        .updateTable('live_record')
        .set({ seen_ms: now, bytes: this.#file.bytes, seconds: Math.round(cluster.end / 1000) })
        .where('id', '=', this.#id)
        .where('state', '=', states.writing)
        .execute(),
    )
    if (!(await hasRoom(scope))) await this.finish(scope, 'full')
  }

  async finish(scope: Scope, reason: RecordEnd): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      await noteEnd(scope, this.#room, this.#id, reason)
      const { duration } = await this.#file.complete()
      await storeRecording(scope, { id: this.#id, file: this.#name, state: 'sealed', duration })
    } finally {
      ownFilesOf(scope).delete(this.#name)
    }
  }
}

/** Tells everybody that it has ended, before anything that can fail. */
export async function noteEnd(scope: Scope, room: number, record: number, reason: RecordEnd): Promise<void> {
  await scope.database.write(async (trx) => {
    const open = await openRoom(scope, trx, room)
    const row = await trx
      .updateTable('live_record')
      .set({ reason: reasons[reason] })
      .where('id', '=', record)
      .returning('id')
      .executeTakeFirst()
    if (row && open?.state.recordings.some(({ id }) => id === record))
      await append(open, { kind: 'record.end', person: null, payload: { record, reason } })
  })
}

interface Finished {
  readonly id: number
  readonly file: string
  readonly state: 'sealed' | 'repaired'
  /** Milliseconds. */
  readonly duration: number
}

/** Makes a complete file a private one of the site. A repetition does the rest. */
export async function storeRecording(scope: Scope, { id, file, state, duration }: Finished): Promise<void> {
  const row = await scope.database.query.selectFrom('live_record').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || row.state !== states.writing) return
  const { url, size } = await storeGrown(scope, { file, topic: 'recording', name: `${row.name || id}.webm` })
  await scope.database.write((trx) =>
    trx
      .updateTable('live_record')
      .set({
        state: states[state],
        url,
        bytes: size,
        end_ms: (row.start_ms ?? 0) + duration,
        seconds: Math.round(duration / 1000),
      })
      .where('id', '=', id)
      .execute(),
  )
  await removeGrowing(scope, file)
}

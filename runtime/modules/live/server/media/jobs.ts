/** Background job of recordings: what a crash left is repaired, what is too old is deleted, and little room is told. */
import { access } from 'node:fs/promises'
import {
  countTry,
  createJobDefinition,
  discardFiles,
  growingFile,
  hasContents,
  isRemovable,
  limitKey,
  listPath,
  nowMilliseconds,
  publishNotice,
  removeGrowing,
  type NoticeKind,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { recordOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import { textOfAll } from '../i18n.ts'
import { noteEnd, ownFilesOf, quotaBytes, storeRecording, usedBytes } from './recording.ts'
import { repairFile } from './webm/file.ts'

const { state: states, kind: kinds } = recordOptions

/** There is little room for recordings. */
export const littleRoom: NoticeKind = {
  name: 'live/littleRoom',
  label: { 'zh-cn': '录制空间不足', en: 'Little room for recordings' },
  path: listPath('live/record'),
  nodes: ['live/record/index'],
}

/** The part of the room that is used from which on administrators are told. */
const warnFrom = 0.8
/** Once in three days, for as long as it lasts. */
const warnRule = { windowSeconds: 259_200, captchaFrom: 0, maxFailures: 1, wait: 259_200, maxWait: 259_200 }

const defineJob = createJobDefinition<Database>()

/** Milliseconds without a note after which the process that writes a recording has ended. */
const abandonedMs = 20_000
const maxRecords = 50

export const keepRecordings = defineJob({
  name: 'live/keepRecordings',
  label: { 'zh-cn': '整理课堂录制', en: 'Keep recordings of lessons in order' },
  schedule: { cron: '* * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    await repairAbandoned(scope)
    await removeOld(scope)
    await warnOfLittleRoom(scope)
    await complete(async () => undefined)
  },
})

/** Completes the recordings whose process has ended. */
export async function repairAbandoned(scope: Scope): Promise<void> {
  const own = ownFilesOf(scope)
  const rows = await scope.database.query
    .selectFrom('live_record')
    .select(['id', 'room_id', 'holder', 'kind', 'file'])
    .where('state', '=', states.writing)
    .where('seen_ms', '<', nowMilliseconds() - abandonedMs)
    .orderBy('id')
    .limit(maxRecords)
    .execute()
  for (const row of rows) if (!own.has(row.file ?? '')) await repair(scope, row)
}

interface Abandoned {
  readonly id: number
  readonly room_id: number
  readonly holder: string | null
  readonly kind: (typeof kinds)[keyof typeof kinds] | null
  readonly file: string | null
}

async function repair(scope: Scope, { id, room_id: room, holder, kind, file }: Abandoned): Promise<void> {
  // A process that is only slow may not go on with the file.
  await scope.database.write((trx) =>
    trx
      .updateTable('live_track')
      .set(({ eb }) => ({ epoch: eb('epoch', '+', 1) }))
      .where('room_id', '=', room)
      .where('holder', '=', holder ?? '')
      .where('kind', '=', kind ?? kinds.camera)
      .execute(),
  )
  await noteEnd(scope, room, id, 'failed')
  const name = file ?? ''
  const path = await growingFile(scope, name)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  const repaired = isThere ? await repairFile(path) : null
  if (repaired) return storeRecording(scope, { id, file: name, state: 'repaired', duration: repaired.duration })
  await scope.database.write((trx) =>
    trx.updateTable('live_record').set({ state: states.missing, bytes: 0 }).where('id', '=', id).execute(),
  )
  await removeGrowing(scope, name)
}

/** Deletes recordings after the days that the site keeps them. */
export async function removeOld(scope: Scope): Promise<void> {
  const days = Number(scope.settings.own['live_recording_days'])
  if (!(days > 0)) return
  await scope.database.write(async (trx) => {
    const rows = await trx
      .selectFrom('live_record')
      .select(['id', 'url'])
      .where('state', '<>', states.writing)
      .where(isRemovable('create_time', days * 86_400))
      .orderBy('id')
      .limit(maxRecords)
      .execute()
    // Attachments come after the tables of modules in the order of locks.
    for (const { id } of rows) await trx.deleteFrom('live_record').where('id', '=', id).execute()
    await discardFiles(
      scope,
      // The core knows the tables of a module at run time only.
      trx as never,
      rows.flatMap(({ url }) => (url ? [url] : [])),
    )
  })
}

/**
 * Notes which recordings have no file, for example after a backup without them was restored.
 * @returns how many there are
 */
export async function noteMissing(scope: Scope): Promise<number> {
  const rows = await scope.database.query
    .selectFrom('live_record')
    .select(['id', 'url'])
    .where('state', 'in', [states.sealed, states.repaired])
    .orderBy('id')
    .execute()
  const missing: { readonly id: number; readonly url: string }[] = []
  for (const { id, url } of rows) if (url && !(await hasContents(scope, url))) missing.push({ id, url })
  if (missing.length === 0) return 0
  await scope.database.write(async (trx) => {
    for (const { id } of missing)
      await trx
        .updateTable('live_record')
        .set({ state: states.missing, url: null, bytes: 0 })
        .where('id', '=', id)
        .execute()
    await discardFiles(
      scope,
      // As above.
      trx as never,
      missing.map(({ url }) => url),
    )
  })
  return missing.length
}

/** Every hour: a file may be on a disk that is slow. */
export const findMissing = defineJob({
  name: 'live/findMissing',
  label: { 'zh-cn': '核对录制文件', en: 'Look for files of recordings' },
  schedule: { cron: '25 * * * *', payload: null },
  handler: async ({ scope, complete }) => {
    await noteMissing(scope)
    await complete(async () => undefined)
  },
})

export async function warnOfLittleRoom(scope: Scope): Promise<void> {
  const percent = Math.floor((100 * (await usedBytes(scope.database.query))) / quotaBytes(scope))
  if (percent < 100 * warnFrom) return
  const { wait } = await countTry(scope.database, [limitKey('live recordings')], warnRule)
  if (wait > 0) return
  const content = textOfAll('notice.room', { percent: Math.min(100, percent) })
  await scope.database.write((trx) => publishNotice(trx, { kind: littleRoom, title: littleRoom.label, content }))
}

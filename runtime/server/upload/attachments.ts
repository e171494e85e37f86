/** Rows of the table `attachment`: one for each stored file, however often it is uploaded again. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Audit } from '../audit/entry.ts'
import type { NewSystemRow, SystemDatabase, SystemReading, SystemRow } from '../access/system-tables.ts'
import { nowSeconds } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { displayName, isTopic, pathName } from './name.ts'
import { drawPicture, readPicture, type Picture } from './picture.ts'
import { exists, locationOf, removeStored, storedUrl, writeStored } from './storage.ts'
import { UploadError } from './upload-error.ts'

export interface UploadScope {
  readonly database: SystemDatabase
  readonly settings: Settings
  readonly actor: { readonly id: number } | null
  readonly audit?: Audit
}

/** An attachment as clients get it. */
export interface Attachment {
  readonly id: number
  readonly topic: string
  readonly admin_id: number | null
  readonly url: string
  readonly full_url: string
  readonly width: number
  readonly height: number
  readonly name: string
  readonly size: number
  readonly mimetype: string
  readonly storage: string
  readonly sha1: string
  readonly suffix: string
  readonly last_upload_time: number
}

type AttachmentRow = SystemRow<'attachment'>
type NewAttachment = NewSystemRow<'attachment'>

const storage = 'local'
const uploaded = { 'zh-cn': '上传文件', en: 'Upload' } as const

/** Checks and stores an uploaded picture. Throws an UploadError. */
export async function storePicture(
  scope: UploadScope,
  file: { readonly name: string; readonly bytes: Buffer; readonly topic: string },
): Promise<Attachment> {
  if (!isTopic(file.topic)) throw new UploadError('upload.topic')
  return storeAttachment(scope, file, await readPicture(file.name, file.bytes, scope.settings.upload))
}

/** Stores a drawing of the server (SVG text, for example of the demo data) as a picture. Never for SVG of a client. */
export async function storeDrawing(
  scope: UploadScope,
  drawing: { readonly name: string; readonly svg: string; readonly topic: string },
): Promise<Attachment> {
  if (!isTopic(drawing.topic)) throw new UploadError('upload.topic')
  return storeAttachment(scope, drawing, await drawPicture(drawing.svg, scope.settings.upload))
}

async function storeAttachment(
  scope: UploadScope,
  { name, topic }: { readonly name: string; readonly topic: string },
  picture: Picture,
): Promise<Attachment> {
  const { settings, actor } = scope
  const time = nowSeconds()
  const sha1 = createHash('sha1').update(picture.bytes).digest('hex')
  const url = storedUrl({
    topic,
    name: pathName(name),
    sha1,
    suffix: picture.suffix,
    time,
    timeZone: settings.timeZone,
  })
  const fresh = {
    topic,
    admin_id: actor?.id ?? null,
    url,
    width: picture.width,
    height: picture.height,
    name: displayName(name, picture.suffix),
    size: picture.bytes.length,
    mimetype: picture.mime,
    quote: 1,
    storage,
    sha1,
    create_time: time,
    last_upload_time: time,
    version: 1,
  }
  const known = await findSameFile(scope.database.query, fresh)
  const isNew = await ensureFile(settings.upload.folder, known?.url ?? url, picture.bytes)
  const row = await upsertAttachment(scope, fresh).catch(async (error: unknown) => {
    if (isNew) await removeUnused(scope, fresh, picture.bytes)
    throw error
  })
  await ensureFile(settings.upload.folder, row.url, picture.bytes)
  return toAttachment(row)
}

/**
 * The file is written before its row, so that every row names an existing file.
 * @returns whether it was missing
 */
async function ensureFile(folder: string, url: string, bytes: Buffer): Promise<boolean> {
  const place = locationOf(folder, url)
  if (!place) throw new Error('a stored address must lie under /storage/')
  if (await exists(place.path)) return false
  await writeStored(place.path, bytes)
  return true
}

/**
 * Removes the file of an upload whose row could not be stored, unless another upload of the same picture uses it. When
 * the database does not answer, the file stays for the next upload of the picture.
 */
async function removeUnused({ database, settings }: UploadScope, fresh: NewAttachment, bytes: Buffer): Promise<void> {
  const { folder } = settings.upload
  const isUsed = () => findSameFile(database.query, fresh).then((row) => row?.url === fresh.url)
  try {
    if (await isUsed()) return
    const place = locationOf(folder, fresh.url)
    if (place) await removeStored(place.path)
    // The other upload may have found the file, and stored its row, in between.
    if (await isUsed()) await ensureFile(folder, fresh.url, bytes)
  } catch {
    // What went wrong first is what the caller has to know.
  }
}

function findSameFile(
  query: Pick<SystemReading, 'selectFrom'>,
  { sha1, topic }: NewAttachment,
): Promise<AttachmentRow | undefined> {
  return query
    .selectFrom('attachment')
    .selectAll()
    .where('sha1', '=', sha1)
    .where('topic', '=', topic)
    .where('storage', '=', storage)
    .executeTakeFirst()
}

/**
 * Adds the row, or increments the use count of the existing one. Two concurrent uploads of a new file meet on the
 * unique index.
 */
async function upsertAttachment({ database, audit }: UploadScope, fresh: NewAttachment): Promise<AttachmentRow> {
  const attempt = (): Promise<AttachmentRow> =>
    database.write(async (trx) => {
      await audit?.(trx, { title: uploaded, data: { topic: fresh.topic, name: fresh.name, size: fresh.size } })
      const row = await findSameFile(trx, fresh)
      if (!row) return trx.insertInto('attachment').values(fresh).returningAll().executeTakeFirstOrThrow()
      const used = {
        quote: sql<number>`quote + 1`,
        last_upload_time: fresh.last_upload_time,
        version: sql<number>`version + 1`,
      }
      return trx.updateTable('attachment').set(used).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow()
    })
  return attempt().catch((error: unknown) => {
    if (database.adapter.problemOf(error)?.kind === 'unique') return attempt()
    throw error
  })
}

function toAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    topic: row.topic,
    admin_id: row.admin_id,
    url: row.url,
    full_url: row.url,
    width: row.width ?? 0,
    height: row.height ?? 0,
    name: row.name,
    size: row.size,
    mimetype: row.mimetype,
    storage: row.storage,
    sha1: row.sha1,
    suffix: row.url.slice(row.url.lastIndexOf('.') + 1),
    last_upload_time: row.last_upload_time ?? 0,
  }
}

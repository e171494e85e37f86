/** Rows of the table `attachment`: one for each stored file, however often it is uploaded again. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Audit } from '../audit/entry.ts'
import type { Database } from '../db/database.ts'
import type { Row, Transaction } from '../db/tables.ts'
import { nowSeconds } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { displayName, isTopic, pathName } from './name.ts'
import { drawPicture, readPicture, type Picture } from './picture.ts'
import { exists, locationOf, storedUrl, writeStored } from './storage.ts'
import { UploadError } from './upload-error.ts'

export interface UploadScope {
  readonly database: Database
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
  const fresh: Row = {
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
  await ensureFile(settings.upload.folder, (await findKnown(scope.database, fresh))?.['url'] ?? url, picture.bytes)
  const row = await upsertAttachment(scope, fresh)
  await ensureFile(settings.upload.folder, row['url'] ?? url, picture.bytes)
  return toAttachment(row)
}

/** The file is written before its row, so that every row names an existing file. */
async function ensureFile(folder: string, url: string | number, bytes: Buffer): Promise<void> {
  const place = locationOf(folder, String(url))
  if (!place) throw new Error('a stored address must lie under /storage/')
  if (!(await exists(place.path))) await writeStored(place.path, bytes)
}

async function findKnown(database: Database, { sha1, topic }: Row): Promise<Row | undefined> {
  return sameFile(database.query, sha1 as string, topic as string)
}

function sameFile(query: Pick<Transaction, 'selectFrom'>, sha1: string, topic: string): Promise<Row | undefined> {
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
async function upsertAttachment({ database, audit }: UploadScope, fresh: Row): Promise<Row> {
  const attempt = (): Promise<Row> =>
    database.write(async (trx) => {
      await audit?.(trx, { title: uploaded, data: { topic: fresh['topic'], name: fresh['name'], size: fresh['size'] } })
      const row = await sameFile(trx, fresh['sha1'] as string, fresh['topic'] as string)
      if (!row) return trx.insertInto('attachment').values(fresh).returningAll().executeTakeFirstOrThrow()
      const used = {
        quote: sql<number>`quote + 1`,
        last_upload_time: fresh['last_upload_time']!,
        version: sql<number>`version + 1`,
      }
      return trx
        .updateTable('attachment')
        .set(used)
        .where('id', '=', row['id']!)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
  return attempt().catch((error: unknown) => {
    if (database.adapter.problemOf(error)?.kind === 'unique') return attempt()
    throw error
  })
}

function toAttachment(row: Row): Attachment {
  const url = String(row['url'])
  return {
    id: Number(row['id']),
    topic: String(row['topic']),
    admin_id: row['admin_id'] as number | null,
    url,
    full_url: url,
    width: Number(row['width']),
    height: Number(row['height']),
    name: String(row['name']),
    size: Number(row['size']),
    mimetype: String(row['mimetype']),
    storage: String(row['storage']),
    sha1: String(row['sha1']),
    suffix: url.slice(url.lastIndexOf('.') + 1),
    last_upload_time: Number(row['last_upload_time']),
  }
}

/** Rows of the table `attachment`: one for each stored file, however often it is uploaded again. */
import { sql } from 'kysely'
import type { Audit } from '../operation/audit/entry.ts'
import type {
  NewSystemRow,
  SystemDatabase,
  SystemReading,
  SystemRow,
  SystemTransaction,
} from '../operation/access/system-tables.ts'
import { nowSeconds } from '../core/clock.ts'
import type { MemberAccounts } from '../operation/access/member.ts'
import type { Settings } from '../settings/settings.ts'
import { displayName, hasRandomName, isTopic, storedUrl, withRandomPart } from './stored-name.ts'
import { drawPicture } from './picture.ts'
import { locationOf, placeFile, removeStored, setAside, withIncoming, type WrittenFile } from './storage.ts'
import { withCheckedFile, withPicture, type CheckedFile } from './stored-file.ts'
import { UploadError } from './upload-error.ts'

export interface UploadScope {
  readonly database: SystemDatabase
  readonly settings: Settings
  /** The admin who uploads; null = none. */
  readonly actor: { readonly id: number; readonly account?: { readonly session: number | null } } | null
  /** The member who uploads; absent or null = none. */
  readonly member?: { readonly id: number } | null
  /** Absent = no module has members. */
  readonly members?: MemberAccounts
  readonly audit?: Audit
  /** Tells the upload from all others, so that it shares its file with none. Absent = with those of the account. */
  readonly unshared?: string
}

/** An attachment as clients get it. */
export interface Attachment {
  readonly id: number
  readonly topic: string
  readonly admin_id: number | null
  readonly user_id: number | null
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
export type NewAttachment = NewSystemRow<'attachment'>

/** Where a file is, and whose it is: on the disk of the server. Rows from before owners were named say `local` only. */
const localStorage = 'local'
const isLocal = (storage: string): boolean => storage === localStorage || storage.startsWith(`${localStorage}/`)

type Owner = Pick<UploadScope, 'actor' | 'member' | 'unshared'>

/** `admin/1`, `member/7`: whose files these are. Equal content is shared among the uploads of one account only. */
export const ownerOf = ({ actor, member, unshared }: Owner): string => {
  if (unshared !== undefined) return `visitor/${unshared}`
  return member ? `member/${member.id}` : `admin/${actor?.id ?? 0}`
}

const uploaded = { 'zh-cn': '上传文件', en: 'Upload' } as const

interface NamedFile {
  /** As the client calls it. */
  readonly name: string
  readonly topic: string
}

/** Checks and stores a file that a client sent. Throws an UploadError. */
export async function storeUpload(
  scope: UploadScope,
  { name, topic }: NamedFile,
  file: WrittenFile,
): Promise<Attachment> {
  if (!isTopic(topic)) throw new UploadError('upload.topic')
  return withCheckedFile(name, file, scope.settings.upload, (checked) => storeFile(scope, { name, topic }, checked))
}

/** Stores a drawing of the server (SVG text, for example of the demo data) as a picture. Never for SVG of a client. */
export async function storeDrawing(
  scope: UploadScope,
  { name, topic, svg }: NamedFile & { readonly svg: string },
): Promise<Attachment> {
  if (!isTopic(topic)) throw new UploadError('upload.topic')
  const { upload } = scope.settings
  return withPicture(upload, await drawPicture(svg, upload), (checked) => storeFile(scope, { name, topic }, checked))
}

/** Places the file again when somebody else's upload took its address meanwhile: the next one has a random part. */
async function storeFile(scope: UploadScope, named: NamedFile, file: CheckedFile): Promise<Attachment> {
  try {
    return await storeOnce(scope, named, file)
  } catch (error) {
    if (!(error instanceof AddressTakenError)) throw error
    return storeFile(scope, named, file)
  }
}

async function storeOnce(scope: UploadScope, { name, topic }: NamedFile, file: CheckedFile): Promise<Attachment> {
  const { settings, actor, member } = scope
  const time = nowSeconds()
  const { sha1 } = file
  const known = await findOwnFile(scope, { sha1, topic })
  const storage = known?.storage ?? `${localStorage}/${ownerOf(scope)}`
  const { url, isNew } = known
    ? { url: known.url, isNew: await ensureFile(settings.upload.folder, known.url, file.path) }
    : await placeNew(scope, { name, topic }, file, time)
  const fresh = {
    topic,
    admin_id: actor?.id ?? null,
    user_id: member?.id ?? null,
    url,
    width: file.width,
    height: file.height,
    name: displayName(name, file.shownSuffix),
    size: file.size,
    mimetype: file.mime,
    quote: 1,
    storage,
    sha1,
    create_time: time,
    last_upload_time: time,
    version: 1,
  }
  const row = await upsertAttachment(scope, fresh).catch(async (error: unknown) => {
    if (isNew) await removeUnused(scope, fresh, file.path)
    throw error
  })
  // The row may name the file of another upload of the same content, or its file may have vanished.
  await ensureFile(settings.upload.folder, row.url, file.path)
  if (isNew && row.url !== url) await removeUnused(scope, fresh, file.path)
  return toAttachment(row)
}

/** The account's own upload of this content for this purpose. */
async function findOwnFile(
  { database: { query }, ...owner }: UploadScope,
  { sha1, topic }: Pick<NewAttachment, 'sha1' | 'topic'>,
): Promise<AttachmentRow | undefined> {
  const own = await findSameFile(query, { sha1, topic, storage: `${localStorage}/${ownerOf(owner)}` })
  const { actor, member, unshared } = owner
  if (own || unshared !== undefined || !(actor || member)) return own
  const before = await findSameFile(query, { sha1, topic, storage: localStorage })
  const isOwn = member ? before?.user_id === member.id : before?.admin_id === actor?.id && before?.user_id === null
  return isOwn ? before : undefined
}

/**
 * The file is stored before its row, so that every row names an existing file. Where the address belongs to the upload
 * of somebody else, and where names are drawn, names are drawn until one is free.
 */
async function placeNew(
  { database, settings: { upload, timeZone } }: UploadScope,
  { name, topic }: NamedFile,
  { path, sha1, suffix }: CheckedFile,
  time: number,
): Promise<{ readonly url: string; readonly isNew: boolean }> {
  for (;;) {
    const wanted = storedUrl(upload.saveName, { topic, name, sha1, suffix, time, timeZone })
    const isTaken = await hasAddress(database.query, wanted)
    const url = isTaken ? withRandomPart(wanted) : wanted
    const isNew = await ensureFile(upload.folder, url, path)
    if (isNew || !(isTaken || hasRandomName(upload.saveName))) return { url, isNew }
  }
}

/** @returns whether it was missing */
async function ensureFile(folder: string, url: string, source: string): Promise<boolean> {
  const place = locationOf(folder, url)
  if (!place) throw new Error('a stored address must lie under /storage/')
  return placeFile(source, place.path)
}

/**
 * Removes the file of an upload whose row could not be stored, unless another upload of the same content uses it. When
 * the database does not answer, the file stays for the next upload of the content.
 */
async function removeUnused({ database, settings }: UploadScope, fresh: NewAttachment, source: string): Promise<void> {
  const { folder } = settings.upload
  const isUsed = () => hasAddress(database.query, fresh.url)
  try {
    if (await isUsed()) return
    const place = locationOf(folder, fresh.url)
    if (place) await removeStored(folder, place.path)
    // The other upload may have found the file, and stored its row, in between.
    if (await isUsed()) await ensureFile(folder, fresh.url, source)
  } catch {
    // What went wrong first is what the caller has to know.
  }
}

/**
 * Removes the file of a deleted row with the folders that become empty. A concurrent upload of the same content may
 * have stored its row again and found the file: it is set aside first and put back then. An upload that comes later
 * finds no file and stores it itself.
 */
export async function removeFile(
  { database, settings }: Pick<UploadScope, 'database' | 'settings'>,
  url: string,
): Promise<void> {
  const { folder } = settings.upload
  const place = locationOf(folder, url)
  if (!place) return
  await withIncoming(folder, async (aside) => {
    if (!(await setAside(folder, place.path, aside))) return
    if (await hasAddress(database.query, url)) await placeFile(aside, place.path)
  })
}

/** True when a row names the file of this address. @param own the place whose rows do not count */
async function hasAddress(query: Pick<SystemReading, 'selectFrom'>, url: string, own = ''): Promise<boolean> {
  const row = await query
    .selectFrom('attachment')
    .select('id')
    .where('url', '=', url)
    .where('storage', '!=', own)
    .executeTakeFirst()
  return row !== undefined
}

/** The row with this content for this purpose in this place. */
export function findSameFile(
  query: Pick<SystemReading, 'selectFrom'>,
  { sha1, topic, storage }: Pick<NewAttachment, 'sha1' | 'topic' | 'storage'>,
): Promise<AttachmentRow | undefined> {
  return query
    .selectFrom('attachment')
    .selectAll()
    .where('sha1', '=', sha1)
    .where('topic', '=', topic)
    .where('storage', '=', storage)
    .executeTakeFirst()
}

/** How often a row is written again when another request changes it in between. */
const maxAttempts = 5

class RowGoneError extends Error {}

/** The address belongs to the upload of somebody else. */
class AddressTakenError extends Error {}

/**
 * Adds the row, or increments the use count of the existing one. Two concurrent uploads of a new file meet on the
 * unique index; a row that is deleted between reading and counting is added again. Throws an AddressTakenError when
 * another row has the address.
 */
export async function upsertAttachment(
  scope: UploadScope,
  fresh: NewAttachment,
  attempts = maxAttempts,
): Promise<AttachmentRow> {
  try {
    return await scope.database.write(async (trx) => {
      // Two accounts that upload the same content would both find its address free, which no index keeps unique.
      await scope.database.adapter.lockName(trx, `attachment ${fresh.url}`)
      const { member, members } = scope
      // Guard T85: no file is stored for a member who was deleted or disabled while it arrived.
      // Without: void [member, members]
      if (member && !(await members?.lock(trx, member.id))) throw new UploadError('upload.account')
      return writeRow(scope, trx, fresh)
    })
  } catch (error) {
    const isRaced = error instanceof RowGoneError || scope.database.adapter.problemOf(error)?.kind === 'unique'
    if (!isRaced || attempts === 1) throw error
    return upsertAttachment(scope, fresh, attempts - 1)
  }
}

async function writeRow({ audit }: UploadScope, trx: SystemTransaction, fresh: NewAttachment): Promise<AttachmentRow> {
  await audit?.(trx, { title: uploaded, data: { topic: fresh.topic, name: fresh.name, size: fresh.size } })
  const row = await findSameFile(trx, fresh)
  if (!row) {
    // Guard T85: an address of a file belongs to one account.
    if (await hasAddress(trx, fresh.url, fresh.storage)) throw new AddressTakenError()
    return trx.insertInto('attachment').values(fresh).returningAll().executeTakeFirstOrThrow()
  }
  const used = {
    quote: sql<number>`quote + 1`,
    last_upload_time: fresh.last_upload_time,
    version: sql<number>`version + 1`,
  }
  const counted = await trx
    .updateTable('attachment')
    .set(used)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst()
  if (!counted) throw new RowGoneError()
  return counted
}

/** The row as clients get it. */
export function toAttachment(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    topic: row.topic,
    admin_id: row.admin_id,
    user_id: row.user_id,
    url: row.url,
    full_url: row.url,
    width: row.width ?? 0,
    height: row.height ?? 0,
    name: row.name,
    size: row.size,
    mimetype: row.mimetype,
    storage: isLocal(row.storage) ? localStorage : row.storage,
    sha1: row.sha1,
    suffix: row.url.slice(row.url.lastIndexOf('.') + 1),
    last_upload_time: row.last_upload_time ?? 0,
  }
}

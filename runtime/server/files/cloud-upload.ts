/**
 * Files that browsers send to the cloud store. The server decides where they go before, and looks at what arrived
 * afterwards; only then is there an attachment.
 */
import type { CloudAccount } from './cloud/account.ts'
import { cloudAccount, objectKey, ownFolder, sliceSize } from './cloud/account.ts'
import {
  abortUpload,
  beginUpload,
  completeUpload,
  deleteObject,
  describeObject,
  findUpload,
  listSlices,
  readBeginning,
  signSlice,
  type StoredObject,
  type StoredSlice,
} from './cloud/objects.ts'
import { issueTemporaryKey, type TemporaryKey } from './cloud/temporary-key.ts'
import { CloudError } from './cloud/cloud-error.ts'
import { createHash } from 'node:crypto'
import { nowSeconds } from '../core/clock.ts'
import { formatSeconds } from '../../protocol/index.ts'
import {
  findSameFile,
  ownerOf,
  toAttachment,
  upsertAttachment,
  type Attachment,
  type UploadScope,
} from './attachments.ts'
import {
  allowedSuffixes,
  headBytes,
  isAllowedType,
  matchesContent,
  mimeOf,
  pictureSuffix,
  suffixOf,
} from './file-types.ts'
import { displayName, isTopic, pathName } from './stored-name.ts'
import { privateKey } from './private-objects.ts'
import { measurePicture } from './picture.ts'
import { ensureQuota, withQuota } from './quota.ts'
import { checkType } from './stored-file.ts'
import { UploadError } from './upload-error.ts'

/** Seconds for which the address of a slice is good. */
const sliceLife = 900
/** Slices that are signed at once. */
const maxSigned = 20
/** Bytes of a picture that are read for its size; it stands behind the notes of cameras. */
const pictureBytes = 1024 * 1024

/** A file as the client announces it. */
export interface AnnouncedFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** 40 hex digits in small letters. */
  readonly sha1: string
  readonly topic: string
}

/** Where a file goes. */
export interface BegunUpload {
  /** Of the object. */
  readonly key: string
  /** Under which it can be loaded and is stored in fields. */
  readonly url: string
  /** Content type that the object has to get. */
  readonly type: string
  /** `Content-Disposition` that it has to get. */
  readonly disposition: string
  readonly sliceSize: number
  /** Of an upload in slices; absent where the browser begins it itself (COS). */
  readonly uploadId?: string
}

/**
 * Where the row says the file is. With the owner: the hash is only what the browser says, and nobody shall be able to
 * put a file in the place of another person's.
 */
const storageOf = ({ mode }: CloudAccount, scope: UploadScope): string => `${mode}/${ownerOf(scope)}`

/**
 * Decides where a file goes. What the account has uploaded before for this purpose is not uploaded again.
 * @throws an UploadError or a CloudError
 */
export async function beginCloudUpload(
  scope: UploadScope,
  file: AnnouncedFile,
): Promise<BegunUpload | { readonly file: Attachment }> {
  const { upload } = scope.settings
  const account = cloudAccount(scope.settings)
  checkAnnounced(scope, file)
  await ensureQuota(scope, file.size)
  const known = await findStored(scope, account, file)
  if (known) return { file: known }
  const { name, size, sha1, topic } = file
  const suffix = suffixOf(name)
  const type = mimeOf(suffix)
  const folder = dayFolder(scope, ownFolder(upload.cloud, ownerOf(scope)))
  const key = `${folder}${topic}/${pathName(name)}${sha1}-${size}.${suffix || plainSuffix}`
  const disposition = pictureSuffix(suffix) ? 'inline' : 'attachment'
  const begun = { key, url: `/${key}`, type, disposition, sliceSize }
  if (account.mode === 'cos') return begun
  const headers = { 'content-type': type, 'content-disposition': disposition }
  return { ...begun, uploadId: (await findUpload(account, key)) ?? (await beginUpload(account, key, headers)) }
}

/** Files without an ending get this one. */
const plainSuffix = 'bin'

function checkAnnounced({ settings: { upload } }: UploadScope, { name, size, sha1, topic }: AnnouncedFile): void {
  if (!isTopic(topic)) throw new UploadError('upload.topic')
  if (name === '' || size <= 0 || !/^[0-9a-f]{40}$/.test(sha1)) throw new UploadError('upload.incomplete')
  checkType(name, upload)
  if (size > upload.maxSize) throw new UploadError('upload.size')
}

function dayFolder({ settings }: UploadScope, folder: string): string {
  return `${folder}${formatSeconds(nowSeconds(), settings.timeZone).slice(0, 10).replaceAll('-', '')}/`
}

/** The attachment with the same content of the same owner, counted once more, provided that its object exists. */
async function findStored(
  scope: UploadScope,
  account: CloudAccount,
  { sha1, topic, name, size }: AnnouncedFile,
): Promise<Attachment | null> {
  const same = await findSameFile(scope.database.query, { sha1, topic, storage: storageOf(account, scope) })
  const key = same && same.size === size ? objectKey(same.url)?.key : undefined
  if (!same || key === undefined) return null
  const object = (await describeObject(account, key)) ?? (await describeObject(account, privateKey(key)))
  if (object?.size !== size) return null
  const { id: _id, ...row } = same
  return toAttachment(await upsertAttachment(scope, { ...row, name, last_upload_time: nowSeconds() }))
}

/** The key of COS that a browser uploads with: into the folder of the account and day, and only what is allowed. */
export async function issueUploadKey(scope: UploadScope): Promise<TemporaryKey & { readonly prefix: string }> {
  const { upload } = scope.settings
  const account = cloudAccount(scope.settings)
  if (account.mode !== 'cos') throw new CloudError('upload.cloud.off')
  if (upload.types.length === 0) throw new UploadError('upload.members')
  const folder = dayFolder(scope, ownFolder(upload.cloud, ownerOf(scope)))
  return { ...(await issueTemporaryKey(account, { folder, types: typesOf(upload.types) })), prefix: folder }
}

/** The content types of what the site allows. Files of unknown types have one in common. */
const typesOf = (types: readonly string[]): readonly string[] => [
  ...new Set([...allowedSuffixes(types).map(mimeOf), ...(types.includes('*') ? [mimeOf('')] : [])]),
]

/** An upload in slices that is under way. */
export interface RunningUpload {
  readonly url: string
  readonly uploadId: string
  /** Bytes of the whole file. */
  readonly size: number
}

export interface SignedSlices {
  /** Numbers of those that the store has already. */
  readonly done: readonly number[]
  /** Addresses of the first of the others, by number. */
  readonly urls: Readonly<Record<string, string>>
}

/** The key of an upload in slices says how long the file is: the store has the upload under that key only. */
const announcedSize = (key: string): number => Number(/-(\d{1,15})\.[a-z0-9]+$/.exec(key)?.[1] ?? 0)

/**
 * Which slices the store has, and where the next ones go: of the file that was announced, as long as the site would
 * still accept it.
 */
export async function signSlices(scope: UploadScope, upload: RunningUpload): Promise<SignedSlices> {
  const account = cloudAccount(scope.settings)
  const { key, suffix } = ownKey(scope, account, upload.url)
  // Guard T81: slices are signed up to the announced size.
  if (upload.size !== announcedSize(key)) throw new UploadError('upload.cloud.differs')
  // What was allowed when the upload began may not be any more.
  const { types, maxSize } = scope.settings.upload
  if (suffix !== plainSuffix || !isAllowedType('', types)) checkType(`file.${suffix}`, scope.settings.upload)
  if (upload.size > maxSize) throw new UploadError('upload.size')
  await ensureQuota(scope, upload.size)
  const stored = await listSlices(account, key, upload.uploadId)
  if (!stored) throw new UploadError('upload.cloud.missing')
  const done = stored.filter(({ number, size }) => size === lengthOf(number, upload.size)).map(({ number }) => number)
  const missing = Array.from({ length: Math.ceil(upload.size / sliceSize) }, (_, at) => at + 1)
    .filter((number) => !done.includes(number))
    .slice(0, maxSigned)
  const urls: Record<string, string> = {}
  for (const number of missing) {
    const slice = { uploadId: upload.uploadId, number, size: lengthOf(number, upload.size), seconds: sliceLife }
    urls[number] = await signSlice(account, key, slice)
  }
  return { done, urls }
}

/** Bytes of a slice of a file of this size. */
const lengthOf = (number: number, size: number): number => Math.min(sliceSize, size - (number - 1) * sliceSize)

/** Ends an upload that will not be completed. */
export async function abortCloudUpload(scope: UploadScope, { url, uploadId }: Omit<RunningUpload, 'size'>) {
  const account = cloudAccount(scope.settings)
  await abortUpload(account, ownKey(scope, account, url).key, uploadId)
}

/** What a client says about an object that it has uploaded. */
export interface UploadedObject extends AnnouncedFile {
  readonly url: string
  /** Of an upload in slices that the server completes; "" = it is complete. */
  readonly uploadId: string
}

/**
 * Looks at an uploaded object and adds its attachment. An object that is not what was announced is deleted.
 * @throws an UploadError or a CloudError
 */
export async function acceptCloudUpload(scope: UploadScope, uploaded: UploadedObject): Promise<Attachment> {
  const account = cloudAccount(scope.settings)
  const { key, suffix } = ownKey(scope, account, uploaded.url)
  checkAnnounced(scope, uploaded)
  if (suffix !== (suffixOf(uploaded.name) || plainSuffix)) throw new UploadError('upload.cloud.address')
  if (uploaded.uploadId !== '') await complete(account, key, uploaded)
  const stored = await describeObject(account, key)
  if (!stored) throw new UploadError('upload.cloud.missing')
  try {
    const facts = await checkObject(scope, account, key, { ...uploaded, ...stored, announced: uploaded.size })
    return await withQuota(scope, stored.size, () => addAttachment(scope, account, uploaded, facts))
  } catch (error) {
    // What went wrong first is what the caller has to know.
    if (error instanceof UploadError) await removeUnlisted(scope, account, uploaded.url).catch(() => undefined)
    throw error
  }
}

/** A key of the caller's own folder. The address may be that of the server, of the bucket, or of its public domain. */
function ownKey({ settings, ...scope }: UploadScope, account: CloudAccount, url: string) {
  const origins = [account.address, account.domain].filter((one) => one !== '')
  const origin = origins.find((one) => url.startsWith(`${one}/`))
  const found = objectKey(origin === undefined ? url : url.slice(origin.length))
  const folder = ownFolder(settings.upload.cloud, ownerOf(scope))
  // Guard T54: an uploaded object is in the caller's own folder.
  // Without: if (!found || !/^\d{8}\//.test(found.key.slice(folder.length))) throw new
  // UploadError('upload.cloud.address')
  if (!found?.key.startsWith(folder) || !/^\d{8}\//.test(found.key.slice(folder.length)))
    throw new UploadError('upload.cloud.address')
  return found
}

/** Puts the slices together; nothing to do when that has been done by an earlier try whose answer was lost. */
async function complete(account: CloudAccount, key: string, { uploadId, size }: UploadedObject): Promise<void> {
  const slices = await listSlices(account, key, uploadId)
  if (!slices) return
  const ordered = slices.toSorted((one, other) => one.number - other.number)
  if (!isWhole(ordered, size)) throw new UploadError('upload.cloud.differs')
  await completeUpload(account, key, { uploadId, slices: ordered })
}

const isWhole = (slices: readonly StoredSlice[], size: number): boolean =>
  slices.length === Math.ceil(size / sliceSize) &&
  slices.every((slice, at) => slice.number === at + 1 && slice.size === lengthOf(slice.number, size))

interface ObjectFacts {
  /** 0 unless it is a picture. */
  readonly width: number
  readonly height: number
}

/** Size, type and content against what was announced and is allowed. Throws an UploadError. */
async function checkObject(
  { settings: { upload } }: UploadScope,
  account: CloudAccount,
  key: string,
  object: StoredObject & Pick<AnnouncedFile, 'name' | 'sha1'> & { readonly announced: number },
): Promise<ObjectFacts> {
  const { name, size, type, etag, sha1, announced } = object
  const suffix = suffixOf(name)
  if (size > upload.maxSize) throw new UploadError('upload.size')
  // Guard T54: an uploaded object is what was announced.
  if (size !== announced || type !== mimeOf(suffix)) throw new UploadError('upload.cloud.differs')
  const picture = pictureSuffix(suffix)
  const bytes = picture ? pictureBytes : headBytes
  const head = await readBeginning(account, key, { etag, bytes })
  // A small file is here as a whole.
  if (size <= bytes && createHash('sha1').update(head).digest('hex') !== sha1)
    throw new UploadError('upload.cloud.differs')
  if (picture) return measurePicture(picture, head, upload)
  if (!(await matchesContent(suffix, head.subarray(0, headBytes))))
    throw new UploadError('upload.content', { suffix: suffix.toUpperCase() })
  return { width: 0, height: 0 }
}

async function addAttachment(
  scope: UploadScope,
  account: CloudAccount,
  { url, name, size, sha1, topic }: UploadedObject,
  { width, height }: ObjectFacts,
): Promise<Attachment> {
  const { key } = ownKey(scope, account, url)
  const time = nowSeconds()
  const suffix = suffixOf(name)
  const row = await upsertAttachment(scope, {
    topic,
    admin_id: scope.actor?.id ?? null,
    user_id: scope.member?.id ?? null,
    url: `/${key}`,
    width,
    height,
    name: displayName(name, suffix),
    size,
    mimetype: mimeOf(suffix),
    quote: 1,
    storage: storageOf(account, scope),
    sha1,
    create_time: time,
    last_upload_time: time,
    version: 1,
  })
  // The same content under another address was there first.
  if (row.url !== `/${key}`) await removeUnlisted(scope, account, url).catch(() => undefined)
  return toAttachment(row)
}

/** Deletes an object that no attachment names. */
async function removeUnlisted(scope: UploadScope, account: CloudAccount, url: string): Promise<void> {
  const { key } = ownKey(scope, account, url)
  const row = await scope.database.query
    .selectFrom('attachment')
    .select('id')
    .where('url', '=', `/${key}`)
    .executeTakeFirst()
  if (!row) await deleteObject(account, key)
}

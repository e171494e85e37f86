/** Taking files in, from administrators and from members. */
import { randomBytes } from 'node:crypto'
import { codes, fileAccesses, type RefusalData } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { isNativeClient } from '../http/compat/client.ts'
import { refuseUnknownFormFields } from '../http/known-names.ts'
import { announcedLength, readForm, type ArrivingFile } from '../http/body/form.ts'
import { defineRoute, type FormLimits, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import type { Settings, UploadSettings } from '../settings/settings.ts'
import { storeUpload, type Attachment, type UploadScope } from './attachments.ts'
import type { Transaction } from '../db/index.ts'
import { cloudAccount, objectKey } from './cloud/account.ts'
import { cloudModeOf } from './cloud-deletion.ts'
import { isAllowedType, pictureTypes } from './file-types.ts'
import { makePrivate, ticketAddress, ticketOwnerOf } from './private-files.ts'
import { hideObject } from './private-objects.ts'
import { withQuota } from './quota.ts'
import { ensureSpace, withIncoming, writeIncoming } from './storage.ts'
import { checkType } from './stored-file.ts'
import { UploadError } from './upload-error.ts'

export const adminUpload: Route = defineRoute({
  area: 'admin',
  controller: 'ajax',
  action: 'upload',
  method: 'POST',
  login: 'admin',
  node: null,
  form: uploadForm,
  handler: (scope) => takeUpload(scope, scope, scope.settings.upload),
})

export const memberUpload: Route = defineRoute({
  area: 'api',
  controller: 'ajax',
  action: 'upload',
  method: 'POST',
  login: 'member',
  node: null,
  form: uploadForm,
  // Guard T52: members upload what the site allows them.
  // Without: handler: (scope) => takeUpload(scope, withoutAudit(scope), scope.settings.upload || memberSettings)
  handler: (scope) => takeUpload(scope, withoutAudit(scope), memberSettings(scope.settings.upload)),
})

/** What members do is not part of the log of administrators. */
export const withoutAudit = ({ database, actor, member, members }: RequestScope) => ({
  database,
  actor,
  member,
  ...(members && { members }),
})

/** Bytes of a file that are in memory while it arrives, and what the parser needs. */
const streamMemory = 2 * 1024 * 1024

function uploadForm({ upload }: Settings): FormLimits {
  return { fileSize: upload.maxSize, fieldSize: 1024, streamMemory }
}

/** What members may upload; nothing at all is refused before the file is read. */
export function memberSettings(upload: UploadSettings): UploadSettings {
  if (upload.members === 'files') return upload
  const pictures = Object.keys(pictureTypes).filter((suffix) => isAllowedType(suffix, upload.types))
  return { ...upload, types: upload.members === 'images' ? pictures : [] }
}

/** A file that a member or visitor may upload. */
export interface AdmittedUpload {
  /** Endings; of these, only such as the site allows. */
  readonly types: readonly string[]
  readonly maxBytes: number
  readonly topic: string
}

/** The form of an upload with at most so many bytes. */
export const uploadFormUpTo =
  (maxBytes: number) =>
  ({ upload }: Settings): FormLimits => ({
    fileSize: Math.min(upload.maxSize, maxBytes),
    fieldSize: 1024,
    streamMemory,
  })

/** Bytes that the request will send at most. */
export const announcedUpload = (request: RequestScope, maxBytes: number): number =>
  announcedLength(request.request, uploadFormUpTo(maxBytes)(request.settings))

/**
 * Stores the file of the form as a private one, in a place of its own. The caller has counted it.
 * @throws an OperationError `invalid` for the field `file`
 */
export async function storeAdmittedUpload(
  request: RequestScope,
  { types, maxBytes, topic }: AdmittedUpload,
): Promise<Attachment> {
  const { upload } = request.settings
  const allowed = types.filter((type) => isAllowedType(type, upload.types))
  const own = { ...upload, types: allowed, maxSize: Math.min(upload.maxSize, maxBytes) }
  const scope: UploadScope = {
    ...withoutAudit(request),
    settings: { ...request.settings, upload: own },
    unshared: randomBytes(8).toString('hex'),
  }
  try {
    // Guard T50: only types that the question and the site allow.
    if (allowed.length === 0) throw new UploadError('upload.type')
    await ensureSpace(upload.folder, announcedUpload(request, maxBytes), upload.diskReserve)
    const file = await receiveFile(request, scope, topic)
    // Guard T74: an uploaded answer is private from the start.
    return await withAccess(scope, file, fileAccesses[0])
  } catch (error) {
    if (!(error instanceof UploadError)) throw error
    const message = t(request.language, error.code, error.params)
    throw new OperationError('invalid', { sentence: message, errors: { file: message } })
  }
}

async function takeUpload(
  request: Pick<RequestScope, 'request' | 'query' | 'language' | 'settings'>,
  owner: Omit<UploadScope, 'settings'>,
  upload: UploadSettings,
): Promise<RouteAnswer> {
  const scope = { ...owner, settings: { ...request.settings, upload } }
  try {
    if (upload.types.length === 0) throw new UploadError('upload.members')
    const length = announcedLength(request.request, uploadForm(scope.settings))
    const { folder, diskReserve } = upload
    // Guard T83: uploads leave room on the disk.
    // Without: void [folder, diskReserve, ensureSpace]
    await ensureSpace(folder, length, diskReserve)
    const file = await withQuota(scope, length, () => receiveFile(request, scope))
    return { msg: t(request.language, 'upload.done'), data: { file } }
  } catch (error) {
    if (error instanceof UploadError) return refuse(request, error)
    throw error
  }
}

function refuse({ language }: Pick<RequestScope, 'language'>, refusal: UploadError): RouteAnswer {
  const msg = t(language, refusal.code, refusal.params)
  const data: RefusalData = { reason: 'invalid', errors: { file: msg } }
  return { code: codes.refused, msg, data }
}

/** The file goes to the disk as it arrives. A topic in the address wins over one in the form. */
function receiveFile(
  { request, query, language }: Pick<RequestScope, 'request' | 'query' | 'language'>,
  scope: UploadScope,
  ownTopic?: string,
): Promise<Attachment> {
  const { upload } = scope.settings
  return withIncoming(upload.folder, async (path) => {
    const receive = ({ field, name, stream }: ArrivingFile) => {
      if (field !== 'file' || name === '') throw new UploadError('upload.incomplete')
      // Guard T50: only allowed types are taken.
      // Without: void checkType
      checkType(name, upload)
      return writeIncoming(path, stream)
    }
    const form = await readForm(request, uploadForm(scope.settings), receive)
    if (form?.isTooLong) throw new UploadError('upload.size')
    const file = form?.file
    if (!file || file.content.size === 0) throw new UploadError('upload.incomplete')
    if (file.truncated) throw new UploadError('upload.size')
    if (isNativeClient(request)) refuseUnknownFormFields(language, form.fields, ['topic', 'access'])
    const requested = query.get('topic')
    const topic = ownTopic ?? ((typeof requested === 'string' && requested) || form.fields.get('topic') || 'default')
    const attachment = await storeUpload(scope, { name: file.name, topic }, file.content)
    return withAccess(scope, attachment, form.fields.get('access'))
  })
}

/**
 * The file of a private field is private from the start: nobody can open it before the record says who may. Its
 * uploader gets a ticket.
 * @param access as the field has it
 */
export async function withAccess(scope: UploadScope, attachment: Attachment, access: unknown): Promise<Attachment> {
  if (!fileAccesses.some((name) => name === access)) return attachment
  // Transactions of the system's tables are those of all.
  await scope.database.write((trx) => makePrivate(trx as unknown as Transaction, [attachment.url]))
  const mode = cloudModeOf(attachment.storage)
  const object = mode && objectKey(attachment.url)
  if (mode && object) await hideObject(cloudAccount(scope.settings, mode), object.key)
  const owner = ticketOwnerOf(scope)
  return owner ? { ...attachment, full_url: ticketAddress(scope.settings, attachment.id, owner) } : attachment
}

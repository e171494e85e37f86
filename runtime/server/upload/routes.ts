/** Taking pictures in. */
import { codes, type RefusalData } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { announcedLength, readForm } from '../http/body/form.ts'
import { defineRoute, type FormLimits, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import type { Settings } from '../settings/settings.ts'
import { storePicture } from './attachments.ts'
import { withQuota } from './quota.ts'
import { ensureSpace } from './storage.ts'
import { UploadError } from './upload-error.ts'

export const uploadRoute: Route = defineRoute({
  area: 'admin',
  controller: 'ajax',
  action: 'upload',
  method: 'POST',
  login: 'admin',
  node: null,
  form: uploadForm,
  handler: async (scope) => {
    try {
      const length = announcedLength(scope.request, uploadForm(scope.settings))
      const { folder, diskReserve } = scope.settings.upload
      await ensureSpace(folder, length, diskReserve)
      const file = await withQuota(scope, length, async () => storePicture(scope, await receiveFile(scope)))
      return { msg: t(scope.language, 'upload.done'), data: { file } }
    } catch (error) {
      if (error instanceof UploadError) return refused(scope, error)
      throw error
    }
  },
})

function uploadForm({ upload }: Settings): FormLimits {
  return { fileSize: upload.maxSize, fieldSize: 1024 }
}

function refused({ language }: RequestScope, refusal: UploadError): RouteAnswer {
  const msg = t(language, refusal.code, refusal.params)
  const data: RefusalData = { reason: 'invalid', errors: { file: msg } }
  return { code: codes.refused, msg, data }
}

interface ReceivedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly topic: string
}

/** A topic in the address wins over one in the form. */
async function receiveFile({ request, settings, query }: RequestScope): Promise<ReceivedFile> {
  const form = await readForm(request, uploadForm(settings))
  if (form?.isTooLong) throw new UploadError('upload.size')
  const file = form?.file
  if (!file || file.field !== 'file' || file.name === '' || file.bytes.length === 0)
    throw new UploadError('upload.incomplete')
  if (file.truncated) throw new UploadError('upload.size')
  const requestedTopic = query.get('topic')
  return {
    name: file.name,
    bytes: file.bytes,
    topic: (typeof requestedTopic === 'string' && requestedTopic) || form.fields.get('topic') || 'default',
  }
}

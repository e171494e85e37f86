/** Taking pictures in. */
import type { MultipartFile } from '@fastify/multipart'
import { codes, say, type RefusalData } from '../../protocol/index.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { storePicture } from './attachments.ts'
import { UploadRefusal } from './upload-refusal.ts'

export const uploadRoute: Route = defineRoute({
  area: 'admin', controller: 'ajax', action: 'upload', method: 'POST', login: 'admin', node: null, body: 'multipart',
  handler: async (scope) => {
    try {
      const file = await receive(scope)
      return { msg: say(scope.language, 'upload.done'), data: { file: await storePicture(scope, file) } }
    } catch (error) {
      if (error instanceof UploadRefusal) return refused(scope, error)
      throw error
    }
  },
})

function refused({ language }: RequestScope, refusal: UploadRefusal): RouteAnswer {
  const msg = say(language, refusal.text, refusal.params)
  const data: RefusalData = { reason: 'invalid', errors: { file: msg } }
  return { code: codes.refused, msg, data }
}

interface Received {
  readonly name: string
  readonly bytes: Buffer
  readonly topic: string
}

/** Reads the one file there may be. Fields before and behind it count; a topic in the address wins. */
async function receive(scope: RequestScope): Promise<Received> {
  const { request, settings } = scope
  if (!request.isMultipart()) throw new UploadRefusal('upload.incomplete')
  const limits = { fileSize: settings.upload.maxSize, files: 1, fields: 10, fieldSize: 1024, fieldNameSize: 64, parts: 11, headerPairs: 20 }
  let file: { name: string; bytes: Buffer } | null = null
  let topic = 'default'
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') file = await readFile(part)
    else if (part.fieldname === 'topic' && typeof part.value === 'string' && part.value !== '') topic = part.value
  }
  if (!file || file.name === '' || file.bytes.length === 0) throw new UploadRefusal('upload.incomplete')
  const asked = scope.query.get('topic')
  return { ...file, topic: typeof asked === 'string' && asked !== '' ? asked : topic }
}

async function readFile(part: MultipartFile): Promise<{ name: string; bytes: Buffer }> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  if (part.fieldname !== 'file') throw new UploadRefusal('upload.incomplete')
  if (part.file.truncated) throw new UploadRefusal('upload.size')
  return { name: part.filename ?? '', bytes: Buffer.concat(chunks) }
}

/** Reads a multipart form with at most one file. */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isSafeText } from '../../../protocol/index.ts'
import { acceptBody } from './arrival.ts'
import { BodyError } from './body.ts'
import type { FormLimits } from '../route.ts'

interface FormFile {
  /** Name of the form's field. */
  readonly field: string
  /** As the client calls it. */
  readonly name: string
  readonly bytes: Buffer
  /** The file was longer than allowed; `bytes` contains its beginning. */
  readonly truncated: boolean
}

export interface Form {
  /** The form as a whole is longer than allowed; nothing of it was read. */
  readonly isTooLong: boolean
  readonly file: FormFile | null
  readonly fields: ReadonlyMap<string, string>
}

const maxFields = 10
/** Headers and boundaries of all parts. */
const framingBytes = 64 * 1024

/** The longest form within these limits, in bytes. */
const maxFormBytes = ({ fileSize, fieldSize }: FormLimits): number => fileSize + maxFields * fieldSize + framingBytes

/** Bytes of a form that will be read at most. Nothing is read for the answer. */
export function announcedLength(request: FastifyRequest, limits: FormLimits): number {
  const announced = request.headers['content-length']
  return announced === undefined ? maxFormBytes(limits) : Math.min(Number(announced), maxFormBytes(limits))
}

/** Null when the request carries no form. Throws a BodyError, or an error with status 413 for too many parts. */
export async function readForm(request: FastifyRequest, formLimits: FormLimits): Promise<Form | null> {
  if (!request.isMultipart()) return null
  const fields = new Map<string, string>()
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes(formLimits))
    return { isTooLong: true, file: null, fields }
  const { fileSize, fieldSize } = formLimits
  const limits = { fileSize, fieldSize, files: 1, fields: maxFields, fieldNameSize: 64, parts: 11, headerPairs: 20 }
  let file: FormFile | null = null
  acceptBody(request.raw)
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = await readFile(part)
      else if (typeof part.value === 'string') fields.set(part.fieldname, checked(part.value))
    }
  } catch (error) {
    // The parser's own errors about a broken form carry no status.
    throw (error as { statusCode?: number }).statusCode === undefined ? new BodyError('form', error) : error
  }
  return { isTooLong: false, file, fields }
}

async function readFile(part: MultipartFile): Promise<FormFile> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  return {
    field: part.fieldname,
    name: part.filename ?? '',
    bytes: Buffer.concat(chunks),
    truncated: part.file.truncated,
  }
}

function checked(text: string): string {
  if (!isSafeText(text)) throw new BodyError('text')
  return text
}

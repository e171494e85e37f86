/** Reads a multipart form with at most one file. */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isSafeText } from '../../protocol/index.ts'
import { BodyError } from './body.ts'

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
  readonly file: FormFile | null
  readonly fields: ReadonlyMap<string, string>
}

export interface FormLimits {
  /** Bytes of the file. */
  readonly fileSize: number
  /** Bytes of any other field. */
  readonly fieldSize: number
}

/** Null when the request carries no form. Throws a BodyError, or an error with status 413 for too many parts. */
export async function readForm(request: FastifyRequest, { fileSize, fieldSize }: FormLimits): Promise<Form | null> {
  if (!request.isMultipart()) return null
  const limits = { fileSize, fieldSize, files: 1, fields: 10, fieldNameSize: 64, parts: 11, headerPairs: 20 }
  const fields = new Map<string, string>()
  let file: FormFile | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') file = await readFile(part)
      else if (typeof part.value === 'string') fields.set(part.fieldname, checked(part.value))
    }
  } catch (error) {
    // The parser's own errors about a broken form carry no status.
    throw (error as { statusCode?: number }).statusCode === undefined ? new BodyError('form', error) : error
  }
  return { file, fields }
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

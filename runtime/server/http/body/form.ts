/** Reads a multipart form with at most one file. */
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSafeText } from '../../../protocol/index.ts'
import { AppError } from '../../core/errors/app-error.ts'
import { acceptBody } from './arrival.ts'
import { BodyError } from './body.ts'
import type { FormLimits } from '../route.ts'
import { decodeFileName } from '../file-name.ts'

/** A file while it arrives. */
export interface ArrivingFile {
  /** Name of the form's field. */
  readonly field: string
  /** As the client calls it. */
  readonly name: string
  /** Its bytes, at most as many as the limits allow. */
  readonly stream: Readable
}

interface FormFile<Content> extends Omit<ArrivingFile, 'stream'> {
  readonly content: Content
  /** The file was longer than allowed; `content` is made of its beginning. */
  readonly truncated: boolean
}

export interface Form<Content> {
  /** The form as a whole is longer than allowed; nothing of it was read. */
  readonly isTooLong: boolean
  readonly file: FormFile<Content> | null
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Lets requests carry forms. The hooks of the plugin are left out: for every request, whether it has a form or not,
 * they look for temporary files, which no form here has.
 */
export function addForms(app: FastifyInstance): Promise<void> {
  const withoutHooks = Object.create(app, { addHook: { value: () => withoutHooks } }) as FastifyInstance
  return new Promise((resolve, reject) => {
    multipart(withoutHooks, { throwFileSizeLimit: false }, (error) => (error ? reject(error) : resolve()))
  })
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

/** Bytes of memory that reading the form takes at most. */
export function formMemory(request: FastifyRequest, limits: FormLimits): number {
  const length = announcedLength(request, limits)
  return limits.streamMemory === undefined ? length : Math.min(length, limits.streamMemory)
}

/**
 * Null when the request carries no form. Throws a BodyError, what `receive` throws for reasons of its own, or an error
 * with status 413 for too many parts.
 * @param receive reads the stream to its end, or throws
 */
export async function readForm<Content>(
  request: FastifyRequest,
  formLimits: FormLimits,
  receive: (file: ArrivingFile) => Promise<Content>,
): Promise<Form<Content> | null> {
  if (!request.isMultipart()) return null
  const fields = new Map<string, string>()
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes(formLimits))
    return { isTooLong: true, file: null, fields }
  const { fileSize, fieldSize } = formLimits
  const limits = { fileSize, fieldSize, files: 1, fields: maxFields, fieldNameSize: 64, parts: 11, headerPairs: 20 }
  let file: FormFile<Content> | null = null
  // The parser would wait for ever for a connection that was closed before it listens.
  // Guard T52: a form is not awaited from a closed connection.
  // Without: if (!request) throw new BodyError('cut off')
  if (request.raw.destroyed) throw new BodyError('cut off')
  acceptBody(request.raw)
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const arriving = { field: part.fieldname, name: decodeFileName(part.filename ?? '') }
        const content = await receive({ ...arriving, stream: part.file })
        file = { ...arriving, content, truncated: part.file.truncated }
      } else if (typeof part.value === 'string') fields.set(part.fieldname, checked(part.value))
    }
  } catch (error) {
    // The parser's own errors about a broken form carry no status, those of the file system a code.
    if (error instanceof AppError || isSystemError(error)) throw error
    throw (error as { statusCode?: number }).statusCode === undefined ? new BodyError('form', error) : error
  }
  return { isTooLong: false, file, fields }
}

const isSystemError = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined

/** For `readForm`: the whole file in memory. */
export async function receiveBytes({ stream }: ArrivingFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function checked(text: string): string {
  if (!isSafeText(text)) throw new BodyError('text')
  return text
}

/** Request bodies: JSON objects within limits, and no text that one database stores differently than another. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSafeText } from '../../../protocol/index.ts'
import { AppError } from '../../core/errors/app-error.ts'
import { acceptBody } from './arrival.ts'
import { exceededLimit } from './json-structure.ts'
import type { Body } from '../route.ts'

/** `guestBytes` holds until the sender is known: signing in needs no more. */
// Guard T72: 1 MB.
// Without: export const bodyLimits = { bytes: 10_485_760, guestBytes: 16_384, depth: 32, nodes: 50_000 } as const
// Guard T77: guests send 16 kB.
// Without: export const bodyLimits = { bytes: 1_048_576, guestBytes: 1_048_576, depth: 32, nodes: 50_000 } as const
export const bodyLimits = { bytes: 1_048_576, guestBytes: 16_384, depth: 32, nodes: 50_000 } as const

/** A body the server cannot read: HTTP 400. */
export class BodyError extends AppError<'bad_body'> {
  constructor(message: string, cause?: unknown) {
    super('BodyError', 'bad_body', message, cause)
  }
}

/** A body that is longer than its sender may send: HTTP 413. */
class BodySizeError extends AppError<'body_size'> {
  readonly statusCode = 413

  constructor() {
    super('BodySizeError', 'body_size', 'the body is too large')
  }
}

// Guard T72: UTF-8.
// Without: const utf8 = new TextDecoder('utf-8', { fatal: false })
const utf8 = new TextDecoder('utf-8', { fatal: true })
/** With the last two, an object could not be turned into text: whoever compares an input as text would fail. */
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf'])

/** What a request has whose sender is known. A set of such requests would cost each of them more. */
const admittedKey = Symbol('admitted')
const rawBytesKey = Symbol('raw bytes')

interface AdmittedRequest extends FastifyRequest {
  /** Bytes that its body may have; null = those of a stranger. */
  [admittedKey]: number | null
  /** Limit of a body that is handed on as it is; null = any other. */
  [rawBytesKey]: number | null
}

/** The sender of the request is signed in: its body may have the size of a document, or as many bytes as are named. */
export function admitBody(request: FastifyRequest, bytes: number = bodyLimits.bytes): void {
  ;(request as AdmittedRequest)[admittedKey] = bytes
}

/** The body of the request is handed on as it arrives, at most so many bytes, whatever its type. */
export function admitRawBody(request: FastifyRequest, maxBytes: number): void {
  ;(request as AdmittedRequest)[rawBytesKey] = maxBytes
}

/** True when the request was admitted with a raw body. */
export const hasRawBody = (request: FastifyRequest): boolean =>
  typeof (request as AdmittedRequest)[rawBytesKey] === 'number'

/** Reads `application/json` and raw bodies only; other content types except multipart are refused. */
export function addBodyParser(app: FastifyInstance): void {
  app.decorateRequest(admittedKey, null)
  app.decorateRequest(rawBytesKey, null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    // Guard T72: exact content type.
    // Without: /json/
    'application/json',
    async (request: FastifyRequest, stream: IncomingMessage) => {
      const { [admittedKey]: admittedBytes, [rawBytesKey]: maxBytes } = request as AdmittedRequest
      if (maxBytes !== null) return receive(stream, maxBytes)
      return readBody(await receive(stream, admittedBytes ?? bodyLimits.guestBytes))
    },
  )
  app.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
    const { [rawBytesKey]: maxBytes } = request as AdmittedRequest
    if (maxBytes === null) throw new BodyError('content type')
    return receive(stream, maxBytes)
  })
}

/** The JSON object in the bytes; nothing counts as `{}`. Throws a BodyError. */
export function readBody(bytes: Buffer): Body {
  if (bytes.length === 0) return {}
  const value = parseJson(bytes)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new BodyError('not an object')
  inspect(value)
  return value as Body
}

/** The value of a JSON text from a client, of limited depth and size. Throws a BodyError. */
export function parseJson(bytes: Buffer): unknown {
  const exceeded = exceededLimit(bytes, bodyLimits)
  // Guard T77: the structure is judged on the bytes.
  if (exceeded !== null) throw new BodyError(exceeded)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new BodyError('not JSON')
  }
}

/** Reads at most so many bytes. What follows them is left unread, and the connection is closed after the answer. */
function receive(stream: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const add = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= maxBytes) return void chunks.push(chunk)
      stream.off('data', add)
      reject(new BodySizeError())
    }
    // Most bodies arrive at once; joining one chunk would copy it.
    const finish = (): void => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    const fail = (error: Error): void => reject(new BodyError('cut off', error))
    if (Number(stream.headers['content-length']) > maxBytes) return reject(new BodySizeError())
    acceptBody(stream)
    stream.on('data', add).on('end', finish).on('error', fail)
  })
}

/** The depth is known to be small: the structure was judged before. */
function inspect(value: unknown): void {
  // Guard T08: bodies are looked through for them.
  if (typeof value === 'string' && !isSafeText(value)) throw new BodyError('text')
  if (value === null || typeof value !== 'object') return
  for (const key of Object.keys(value)) {
    if (
      // Guard T22, T72: no prototype in a body; no prototype.
      forbiddenKeys.has(key) ||
      !isSafeText(key)
    )
      throw new BodyError('key')
    inspect((value as Record<string, unknown>)[key])
  }
}

export function isMultipart(request: FastifyRequest): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/')
}

/** Request bodies: JSON objects within limits, and no text that one database stores differently than another. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSafeText } from '../../protocol/index.ts'
import { AppError } from '../errors/app-error.ts'
import type { Body } from './route.ts'

export const bodyLimits = { bytes: 1_048_576, depth: 32, seconds: 30 } as const

/** A body the server cannot read: HTTP 400. */
export class BodyError extends AppError<'bad_body'> {
  constructor(message: string, cause?: unknown) {
    super('BodyError', 'bad_body', message, cause)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads `application/json` only; Fastify rejects other content types except multipart.
 * @param seconds a body that takes longer to arrive is cut off
 */
export function addBodyParser(app: FastifyInstance, seconds: number = bodyLimits.seconds): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: bodyLimits.bytes },
    (_request, bytes: Buffer, done) => {
      try {
        done(null, readBody(bytes))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addHook('preParsing', (request, _reply, payload, done) => {
    limitTime(request, seconds)
    done(null, payload)
  })
}

/** The JSON object in the bytes; nothing counts as `{}`. Throws a BodyError. */
export function readBody(bytes: Buffer): Body {
  if (bytes.length === 0) return {}
  const value = parse(bytes)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new BodyError('not an object')
  inspect(value, 1)
  return value as Body
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new BodyError('not JSON')
  }
}

function inspect(value: unknown, depth: number): void {
  if (typeof value === 'string' && !isSafeText(value)) throw new BodyError('text')
  if (value === null || typeof value !== 'object') return
  if (depth > bodyLimits.depth) throw new BodyError('depth')
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key) || !isSafeText(key)) throw new BodyError('key')
    inspect((value as Record<string, unknown>)[key], depth + 1)
  }
}

/** Node's own limit on receiving a request has to allow uploads; other bodies get less time. */
function limitTime(request: FastifyRequest, seconds: number): void {
  if (request.method === 'GET' || isMultipart(request)) return
  const timer = setTimeout(() => request.raw.destroy(), seconds * 1000).unref()
  request.raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
}

export function isMultipart(request: FastifyRequest): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/')
}

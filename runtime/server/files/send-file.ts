/** Sends a stored file, or the part of it that was asked for. Inert: no script in it runs. */
import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mimeOf, pictureSuffix } from './file-types.ts'

// Guard T50: stored files are served inert.
// Without: const sandboxPolicy = "default-src 'self'"
const sandboxPolicy = "default-src 'none'; sandbox"

export interface SentFile {
  readonly path: string
  readonly suffix: string
  /** Bytes. */
  readonly size: number
  readonly cacheControl: string
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, suffix, size, cacheControl }: SentFile,
): FastifyReply {
  const range = rangeOf(request.headers.range, size)
  reply.headers({
    'content-type': mimeOf(suffix),
    'content-security-policy': sandboxPolicy,
    // Guard T50: what is no image is a download.
    // Without: 'content-disposition': pictureSuffix(suffix) ? 'inline' : 'inline'
    'content-disposition': pictureSuffix(suffix) ? 'inline' : 'attachment',
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
  })
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  reply.header('content-length', end - start + 1)
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  // An empty file has no last byte.
  return request.method === 'HEAD' || size === 0 ? reply.send() : reply.send(createReadStream(path, { start, end }))
}

interface ByteRange {
  readonly start: number
  /** The last byte. */
  readonly end: number
}

/** The one range of a request; null for the whole file, as for several ranges and for what is no range. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { start, end }
}

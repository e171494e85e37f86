/**
 * Sends long answers compressed, as the client accepts them. `@fastify/compress` would ask each of them whether it is a
 * `Response`, for which Node loads its whole HTTP client: 9 MB, and 17 ms of the first answer.
 */
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

/** Shorter texts are sent as they are: compressing them costs more than it saves. */
const minLength = 1500

/** More is compressed in another thread; handing over less takes longer than compressing it. */
const maxBlocking = 8192

/** The preferred one first. */
const encodings: Encoding[] = ['br', 'gzip']
type Encoding = 'br' | 'gzip'

// Fast settings, because the client waits meanwhile.
const gzipOptions: ZlibOptions = { level: 5 }
const brotliOptions = ({ length }: Buffer): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
})

const compressAtOnce: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliCompressSync(bytes, brotliOptions(bytes)),
  gzip: (bytes) => gzipSync(bytes, gzipOptions),
}

const [brotliLater, gzipLater] = [
  promisify<Buffer, BrotliOptions, Buffer>(brotliCompress),
  promisify<Buffer, ZlibOptions, Buffer>(gzip),
]
const compressLater: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotliLater(bytes, brotliOptions(bytes)),
  gzip: (bytes) => gzipLater(bytes, gzipOptions),
}

/** Copies of one text that were made before. */
export type CompressedTexts = Map<Encoding, Buffer>

/**
 * Sends the text, whose type is set.
 * @param copies of a text that is sent again: what is compressed now is added
 */
export function sendCompressed(
  reply: FastifyReply,
  text: string | Buffer,
  copies?: CompressedTexts,
): FastifyReply | Promise<FastifyReply> {
  const encoding = text.length > minLength ? encodingFor(reply.request.headers['accept-encoding']) : null
  if (encoding === null) return reply.send(text)
  reply.header('content-encoding', encoding).header('vary', varyOf(reply))
  const copy = copies?.get(encoding)
  if (copy) return reply.send(copy)
  const send = (compressed: Buffer): FastifyReply => {
    copies?.set(encoding, compressed)
    return reply.send(compressed)
  }
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  if (bytes.length <= maxBlocking) return send(compressAtOnce[encoding](bytes))
  return compressLater[encoding](bytes).then(send)
}

/** Null when the client takes none that we have. */
function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  return typeof accepted === 'string' ? negotiate(accepted.toLowerCase(), encodings) : null
}

function varyOf(reply: FastifyReply): string {
  const others = reply.getHeader('vary')
  return others === undefined ? 'accept-encoding' : `${String(others)}, accept-encoding`
}

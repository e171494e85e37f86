/**
 * Serves stored files: only files of the upload folder, and inert. Images are what the server encoded itself; every
 * other file is a download, whatever it contains.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendNotFound } from '../http/errors.ts'
import { namesOthers } from '../settings/origins.ts'
import { mimeOf, pictureSuffix } from './file-types.ts'
import { locationOf, removeAbandoned, resolveLocation } from './storage.ts'

// Guard T50: stored files are served inert.
// Without: const sandboxPolicy = "default-src 'self'"
const sandboxPolicy = "default-src 'none'; sandbox"

/** The name of a file belongs to its content, so the content of an address never changes. */
const immutableCache = 'public, max-age=31536000, immutable'

/** @param origins who may call from other sites; their pages may show the files as well */
export function addStorage(app: FastifyInstance, folder: string, origins: () => Promise<readonly string[]>): void {
  app.addHook('onReady', () => removeAbandoned(folder))
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (namesOthers(await origins())) reply.header('cross-origin-resource-policy', 'cross-origin')
    return answer(folder, request, reply)
  }
  app.route({ method: ['GET', 'HEAD'], url: '/storage/*', handler })
}

async function answer(folder: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const url = (request.raw.url ?? '').split('?')[0] ?? ''
  const place = locationOf(folder, url)
  const path = place && (await resolveLocation(folder, place.path))
  const facts = path ? await stat(path).catch(() => null) : null
  if (!place || !path || !facts?.isFile()) return sendNotFound(request, reply)
  reply.headers({
    'content-type': mimeOf(place.suffix),
    'content-length': facts.size,
    'content-security-policy': sandboxPolicy,
    // Guard T50: what is no image is a download.
    // Without: 'content-disposition': pictureSuffix(place.suffix) ? 'inline' : 'inline'
    'content-disposition': pictureSuffix(place.suffix) ? 'inline' : 'attachment',
    'cache-control': immutableCache,
  })
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(path))
}

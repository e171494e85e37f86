/** Serves stored pictures: only files of the upload folder, only as the picture types it contains, and inert. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendNotFound } from '../http/errors.ts'
import { pictureTypes } from './name.ts'
import { locationOf, resolveLocation } from './storage.ts'

const sandboxPolicy = "default-src 'none'; sandbox"

/** The name of a file contains its hash, so the content of an address never changes. */
const immutableCache = 'public, max-age=31536000, immutable'

export function addStorage(app: FastifyInstance, folder: string): void {
  app.route({ method: ['GET', 'HEAD'], url: '/storage/*', handler: (request, reply) => answer(folder, request, reply) })
}

async function answer(folder: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const url = (request.raw.url ?? '').split('?')[0] ?? ''
  const place = locationOf(folder, url)
  const path = place && (await resolveLocation(folder, place.path))
  const facts = path ? await stat(path).catch(() => null) : null
  if (!place || !path || !facts?.isFile()) return sendNotFound(request, reply)
  reply.headers({
    'content-type': pictureTypes[place.suffix].mime,
    'content-length': facts.size,
    'content-security-policy': sandboxPolicy,
    'content-disposition': 'inline',
    'cache-control': immutableCache,
  })
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(path))
}

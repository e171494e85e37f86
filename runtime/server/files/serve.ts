/**
 * Serves stored files: only files of the upload folder, and inert. Images are what the server encoded itself; every
 * other file is a download, whatever it contains.
 */
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendNotFound } from '../http/errors.ts'
import { namesOthers } from '../settings/origins.ts'
import { sendFile } from './send-file.ts'
import { locationOf, removeAbandoned, resolveLocation } from './storage.ts'

/** The name of a file belongs to its content, so the content of an address never changes. */
const immutableCache = 'public, max-age=31536000, immutable'

export interface StorageParts {
  readonly folder: string
  /** The sites that may call from elsewhere; their pages may show the files as well. */
  readonly origins: () => Promise<readonly string[]>
  readonly isPrivate: (url: string) => Promise<boolean>
}

export function addStorage(app: FastifyInstance, { folder, origins, isPrivate }: StorageParts): void {
  app.addHook('onReady', () => removeAbandoned(folder))
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = (request.raw.url ?? '').split('?')[0] ?? ''
    // Guard T74: the address of a private file leads nowhere.
    // Without: void [isPrivate, url]
    if (locationOf(folder, url) !== null && (await isPrivate(url))) return sendNotFound(request, reply)
    if (namesOthers(await origins())) reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendStored(folder, url, immutableCache, request, reply)
  }
  app.route({ method: ['GET', 'HEAD'], url: '/storage/*', handler })
}

/** @param url address of a file in the upload folder */
export async function sendStored(
  folder: string,
  url: string,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const place = locationOf(folder, url)
  const path = place && (await resolveLocation(folder, place.path))
  const facts = path ? await stat(path).catch(() => null) : null
  if (!place || !path || !facts?.isFile()) return sendNotFound(request, reply)
  return sendFile(request, reply, { path, suffix: place.suffix, size: facts.size, cacheControl })
}

/**
 * The built web client: hashed assets for ever, its start page never cached, packed copies where the browser takes
 * them.
 */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { policyWithFrames } from './headers.ts'

const hashedAsset = /^\/assets\/.*[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/

/** @param frameOrigins origins whose pages may stand inside ours, asked for with every start page */
export async function addWeb(
  app: FastifyInstance,
  root: string,
  frameOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
    setHeaders: (reply, path) => {
      const place = path
        .slice(root.length)
        .replace(/\.(br|gz)$/, '')
        .replaceAll('\\', '/')
      void reply.header('cache-control', hashedAsset.test(place) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', async (_request, reply) =>
    reply.header('content-security-policy', policyWithFrames(await frameOrigins())).sendFile('index.html'),
  )
}

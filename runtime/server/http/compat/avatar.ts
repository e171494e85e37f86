/**
 * The picture of accounts without one. Older clients show whatever address an account has, so the address needs a
 * picture.
 */
import type { FastifyInstance } from 'fastify'
import { defaultAvatar } from '../../../protocol/index.ts'

/** A grey head and shoulders, 64 × 64. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAgMAAADXB5lNAAAADFBMVEXT2N5fa3x7hZSlrbda8yGIAAAACXBIWXMAAAsTAAALEwEAmpwYAAAA' +
    'tklEQVQ4y2NgGIngZTYqnzc0tABFQDU0NAJFIBQIkPlM' +
    'IIEGVCNQDWEFCQQgCZiCBGJQLUG1BkNAFCQQgk+AsBkY1mI4DMPpGJ7D8D5mAGEEIUYg0wfwL436gMxnnhoaGnYAScAS5JccJIGpIIEwtOBA' +
    '9o0pRCAGVQeSHuZQKDiAagTCEFaYQAByNCFH1VWYQDiq' +
    'JXBr4JbArGFCCEDiihEh4IDqDJhDMAQ4EQIJ2AVYEQIBWAQA8lhpjSUEidEAAAAASUVORK5CYII=',
  'base64',
)

export function addDefaultAvatar(app: FastifyInstance): void {
  app.get(defaultAvatar, (_request, reply) =>
    reply.header('content-type', 'image/png').header('cache-control', 'public, max-age=86400').send(picture),
  )
}

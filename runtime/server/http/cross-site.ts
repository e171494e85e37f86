/**
 * Pages of other sites. Those on the list may call us and read the answers; writes of all others are refused when the
 * browser tells where they come from. Tokens travel in headers only, so nothing here is the only guard.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { say } from '../../protocol/index.ts'
import { isWelcome } from '../settings/origins.ts'
import { sendError } from './envelope.ts'
import { headerText, requestLanguage } from './language.ts'
import { sendForgeryRefusal } from './xsrf.ts'

const allowed: Readonly<Record<string, string>> = {
  'access-control-allow-credentials': 'true',
  'access-control-max-age': '1800',
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
  'access-control-allow-headers':
    'think-lang, server, ba_user_token, ba-user-token, ba_token, ba-token, batoken, Authorization, Content-Type, ' +
    'If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, X-CSRF-TOKEN, X-Requested-With, X-XSRF-TOKEN, x-tablewright, Idempotency-Key',
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** @param origins the list as it stands now */
export function addCrossSite(app: FastifyInstance, origins: () => Promise<readonly string[]>): void {
  app.addHook('onRequest', async (request, reply) => {
    const origin = headerText(request, 'origin')
    if (origin !== undefined) {
      reply.header('vary', 'Origin')
      if (isWelcome(origin, request.host, await origins()))
        reply.headers(allowed).header('access-control-allow-origin', origin)
      else if (!reading.has(request.method)) return sendForeign(request, reply)
    }
    if (request.method === 'OPTIONS') return reply.code(204).header('cache-control', 'no-store').send()
    return reading.has(request.method) ? undefined : sendForgeryRefusal(request, reply)
  })
}

function sendForeign(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, 400, say(requestLanguage(request, null), 'problem.foreign_origin'))
}

/**
 * Pages of other sites. Those on the list may call the server and read the answers; writes of all others are refused
 * when the browser reports their origin. Tokens are sent in headers only, so this is not the only guard.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '../../i18n/i18n.ts'
import { isAllowedOrigin } from '../settings/origins.ts'
import { sendError } from './envelope.ts'
import { headerText, requestLanguage } from './language.ts'
import { sendForgeryRefusal } from './xsrf.ts'

const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-credentials': 'true',
  'access-control-max-age': '1800',
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
  'access-control-allow-headers':
    'think-lang, server, ba_user_token, ba-user-token, ba_token, ba-token, batoken, Authorization, Content-Type, ' +
    'If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, X-CSRF-TOKEN, X-Requested-With, ' +
    'X-XSRF-TOKEN, x-tablewright, Idempotency-Key',
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * @param origins the current list
 * @param isFromServer whether a request is for an address that other servers call, which no page of a browser needs
 */
export function addCrossSite(
  app: FastifyInstance,
  origins: () => Promise<readonly string[]>,
  isFromServer: (request: FastifyRequest) => boolean = () => false,
): void {
  const check = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const origin = headerText(request, 'origin')
    if (origin !== undefined) {
      reply.header('vary', 'Origin')
      const isAllowed = isAllowedOrigin(origin, request.host, await origins())
      if (isAllowed) reply.headers(corsHeaders).header('access-control-allow-origin', origin)
      // Guard T40: writes of other sites are refused.
      if (!isAllowed && !safeMethods.has(request.method)) return sendForbiddenOrigin(request, reply)
    }
    if (request.method === 'OPTIONS') return reply.code(204).header('cache-control', 'no-store').send()
    return safeMethods.has(request.method) ? undefined : sendForgeryRefusal(request, reply)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // Most requests have nothing to check, and waiting takes longer than that.
    if ((request.method === 'GET' && request.headers.origin === undefined) || isFromServer(request)) done()
    else void goOn(check(request, reply), done)
  })
}

/** Goes on to the next hook unless an answer was sent. */
async function goOn(checked: Promise<FastifyReply | undefined>, done: (error?: Error) => void): Promise<void> {
  let reply: FastifyReply | undefined
  try {
    reply = await checked
  } catch (error) {
    return done(error as Error)
  }
  if (!reply) done()
}

function sendForbiddenOrigin(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, 400, t(requestLanguage(request, null), 'problem.foreign_origin'))
}

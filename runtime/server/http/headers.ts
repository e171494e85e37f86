/** Headers every answer carries. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The policy of a page that may show pages of these origins inside itself. */
export function policyWithFrames(origins: readonly string[]): string {
  return origins.length === 0 ? policy : `${policy}; frame-src ${origins.join(' ')}`
}

const always: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** One year; sent only over https, because it would disable plain http. */
const transportSecurity = 'max-age=31536000'

export function secureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(always).header('x-request-id', request.id)
  if (request.protocol === 'https') reply.header('strict-transport-security', transportSecurity)
}

export function addSecureHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    secureHeaders(request, reply)
    done()
  })
}

/**
 * The anti-forgery pair of browsers: the cookie `XSRF-TOKEN`, which only our own pages can read, and the header
 * `X-XSRF-TOKEN`.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { t } from '../../i18n/i18n.ts'
import { sendError } from './envelope.ts'
import { headerText, requestLanguage } from './language.ts'

const cookieShape = /(?:^|;\s*)XSRF-TOKEN=([A-Za-z0-9_-]{22,64})(?:;|$)/

/** Sets the cookie when the browser has none. */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (cookieOf(request) !== null) return
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header('set-cookie', `XSRF-TOKEN=${randomBytes(18).toString('base64url')}; Path=/; SameSite=Lax${secure}`)
}

/**
 * Refuses a write whose header does not match the cookie. Clients that send only one or neither rely on their token
 * alone.
 */
export function sendForgeryRefusal(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const cookie = cookieOf(request)
  const header = headerText(request, 'x-xsrf-token')
  // Guard T40: the anti-forgery pair must match.
  // Without: if (cookie !== '') return undefined
  if (cookie === null || header === undefined || header === cookie) return undefined
  return sendError(reply, 400, t(requestLanguage(request, null), 'problem.xsrf'))
}

function cookieOf(request: FastifyRequest): string | null {
  return cookieShape.exec(headerText(request, 'cookie') ?? '')?.[1] ?? null
}

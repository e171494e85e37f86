/** Headers every answer carries. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cloudOrigins } from '../settings/cloud-settings.ts'
import type { Settings } from '../settings/settings.ts'

/** What the pages of the client may reach besides the server. */
export interface PageOrigins {
  /** Pages that may be shown inside. */
  readonly frames: readonly string[]
  /** Stores that files are sent to. */
  readonly uploads: readonly string[]
  /** Stores that images and films come from. */
  readonly files: readonly string[]
}

/** Those of a site. */
export function pageOrigins({ iframeOrigins, upload }: Pick<Settings, 'iframeOrigins' | 'upload'>): PageOrigins {
  const { upload: uploads, files } = cloudOrigins(upload.cloud)
  return { frames: iframeOrigins, uploads, files }
}

/** The content security policy of a page. */
export function contentPolicy({ frames, uploads, files }: PageOrigins): string {
  const list = (origins: readonly string[]): string => origins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${list(files)}`,
    "font-src 'self'",
    `connect-src 'self'${list(uploads)}`,
    `media-src 'self'${list(files)}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(frames.length > 0 ? [`frame-src${list(frames)}`] : []),
  ].join('; ')
}

const policy = contentPolicy({ frames: [], uploads: [], files: [] })

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

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
    `media-src 'self' blob:${list(files)}`,
    "base-uri 'none'",
    "form-action 'self'",
    // Guard T70: nobody frames us.
    "frame-ancestors 'none'",
    ...(frames.length > 0 ? [`frame-src${list(frames)}`] : []),
  ].join('; ')
}

const policy = contentPolicy({ frames: [], uploads: [], files: [] })

/** What pages may use: photographs, recordings and lessons of this site, and nothing else that browsers ask for. */
const features = ['camera', 'microphone', 'display-capture', 'fullscreen']
// Only names that browsers know: Chromium reports any other as an error of the page.
const deniedFeatures = (
  'accelerometer attribution-reporting autoplay browsing-topics clipboard-read ' +
  'compute-pressure cross-origin-isolated encrypted-media gamepad geolocation gyroscope hid ' +
  'identity-credentials-get idle-detection interest-cohort join-ad-interest-group keyboard-map local-fonts ' +
  'magnetometer midi otp-credentials payment picture-in-picture private-state-token-issuance ' +
  'private-state-token-redemption publickey-credentials-create publickey-credentials-get run-ad-auction ' +
  'screen-wake-lock serial storage-access sync-xhr unload usb window-management xr-spatial-tracking'
).split(' ')
const permissionsPolicy = [
  ...features.map((name) => `${name}=(self)`),
  ...deniedFeatures.map((name) => `${name}=()`),
].join(', ')

const always: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // Pages of other sites cannot load answers as pictures or scripts; `/storage` says where they may.
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': permissionsPolicy,
}

/**
 * One year; sent only over https, because it would disable plain http, and never with a certificate of our own: the
 * browser would then allow nobody to pass its warning.
 */
const transportSecurity = 'max-age=31536000'

/** Servers whose certificate is of their own making. */
const selfSigned = new WeakMap<object, () => boolean>()

export function secureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    // Guard T70: headers of safety on every answer.
    .headers(always)
    .header('x-request-id', request.id)
  // Guard T70: https stays https.
  if (request.protocol === 'https' && !selfSigned.get(request.server.server)?.())
    reply.header('strict-transport-security', transportSecurity)
}

/** @param isSelfSigned whether the server speaks TLS with a certificate of its own */
export function addSecureHeaders(app: FastifyInstance, isSelfSigned: () => boolean = () => false): void {
  selfSigned.set(app.server, isSelfSigned)
  app.addHook('onRequest', (request, reply, done) => {
    secureHeaders(request, reply)
    done()
  })
}

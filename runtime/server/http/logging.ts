/** The log: one line a request, no bodies, no headers, no tokens. */
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { maskUrl } from '../audit/mask.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const secrets = [
  'password',
  'token',
  'refresh_token',
  'refreshToken',
  'batoken',
  'ba-token',
  'ba-user-token',
  'authorization',
  'cookie',
]

export function loggerOptions(level: LogLevel): FastifyServerOptions['logger'] {
  return {
    level,
    redact: { paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
    serializers: {
      req: (request: { method?: string; url?: string }) => ({
        method: request.method,
        url: safeUrl(request.url ?? ''),
      }),
    },
  }
}

/** The address without secrets an old client may have put into it. */
export const safeUrl = (url: string): string => maskUrl(url, '[redacted]')

/** Fastify's own two lines a request are replaced by one that is written when the answer is out. */
export function addRequestLog(app: FastifyInstance, level: LogLevel): void {
  if (logLevels.indexOf(level) > logLevels.indexOf('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        url: safeUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
}

/** The log: one line a request, no bodies, no headers, no tokens. */
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify'
import { maskUrl } from '../operation/audit/mask.ts'

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
    // Guard T73: secrets in the log are replaced.
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
// Guard T73: secrets in addresses are replaced.
// Without: export const safeUrl = (url: string): string => url
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

type ChildLogger = NonNullable<FastifyServerOptions['childLoggerFactory']>
type Method = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

/**
 * The logger of a request, made when it writes its first line: most requests write none, and what every line of a
 * request says is masked when the logger is made.
 */
export const childLogger: ChildLogger = (logger, bindings, options) =>
  new RequestLogger(() => logger.child(bindings, options))

class RequestLogger implements FastifyBaseLogger {
  readonly #make: () => FastifyBaseLogger
  #made: FastifyBaseLogger | undefined

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make
  }

  get level() {
    return this.#own.level
  }

  // Methods, not getters of those of the logger: Fastify looks at each of them for every request.
  fatal(...line: unknown[]) {
    this.#write('fatal', line)
  }

  error(...line: unknown[]) {
    this.#write('error', line)
  }

  warn(...line: unknown[]) {
    this.#write('warn', line)
  }

  info(...line: unknown[]) {
    this.#write('info', line)
  }

  debug(...line: unknown[]) {
    this.#write('debug', line)
  }

  trace(...line: unknown[]) {
    this.#write('trace', line)
  }

  silent() {}

  child(...args: Parameters<FastifyBaseLogger['child']>) {
    return this.#own.child(...args)
  }

  get #own() {
    return (this.#made ??= this.#make())
  }

  #write(name: Method, line: readonly unknown[]): void {
    const logger = this.#own
    Reflect.apply(logger[name], logger, line)
  }
}

/** Logs tell enough to find a request again and nothing that signs anybody in. */
import { afterEach, describe, expect, it } from 'vitest'
import { addRequestLog, childLogger, loggerOptions, safeUrl } from '../../../runtime/server/http/logging.ts'
import Fastify, { LogController } from 'fastify'

const canary = 'canary-5f2b7c'
const lines: string[] = []
const logged = (): string => lines.join('\n')

/** How many loggers of requests were made. */
let made = 0

function createApp() {
  const stream = { write: (line: string) => void lines.push(line) }
  return Fastify({
    logger: { ...(loggerOptions('info') as object), stream },
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory(logger, ...rest) {
      const counted = Object.create(logger, {
        child: { value: (...args: Parameters<typeof logger.child>) => ((made += 1), logger.child(...args)) },
      }) as typeof logger
      return childLogger.call(this, counted, ...rest)
    },
  })
}

async function talk(): Promise<void> {
  const app = createApp()
  addRequestLog(app, 'info')
  app.post('/admin/Index/login', (request) => {
    request.log.info(
      {
        password: canary,
        batoken: canary,
        nested: { token: canary, refresh_token: canary },
        headers: { authorization: canary },
      },
      'careless',
    )
    request.log.debug('below the level')
    request.log.child({ part: 'nested', token: canary }).warn('of a part')
    return { ok: true }
  })
  await app.inject({
    method: 'POST',
    url: `/admin/Index/login?batoken=${canary}&page=3&ba_user_token=${canary}&token=${canary}`,
    headers: { batoken: canary, cookie: canary, authorization: canary },
    payload: { username: 'admin', password: canary },
  })
  await app.close()
}

describe('the log (T73)', () => {
  afterEach(() => void lines.splice(0))

  it('holds no token and no password, wherever they stood', async () => {
    await talk()
    expect(lines.length).toBeGreaterThan(0)
    expect(logged()).not.toContain(canary)
    expect(logged()).toContain('[redacted]')
  })

  it("contains method, address, status and the request's number", async () => {
    await talk()
    const line = JSON.parse(lines.find((one) => one.includes('"answered"'))!) as Record<string, unknown>
    expect(line).toMatchObject({
      method: 'POST',
      status: 200,
      url: expect.stringContaining('page=3') as string,
      reqId: expect.any(String) as string,
    })
    const part = JSON.parse(lines.find((one) => one.includes('of a part'))!) as Record<string, unknown>
    expect(part).toMatchObject({ level: 40, part: 'nested', token: '[redacted]', reqId: line['reqId'] })
    expect(logged()).not.toContain('below the level')
  })

  it('makes a logger for requests with something to say only', async () => {
    const app = createApp()
    app.get('/quiet', (request) => ({ level: typeof request.log.info }))
    app.get('/said', (request) => {
      request.log.info('one')
      request.log.info('two')
      return {}
    })
    made = 0
    expect((await app.inject('/quiet')).json()).toEqual({ level: 'function' })
    expect(made).toBe(0)
    await app.inject('/said')
    expect(made).toBe(1)
    await app.close()
  })

  it.each([
    ['/a?batoken=x', '/a?batoken=[redacted]'],
    ['/a?x=1&ba-token=y&z=2', '/a?x=1&ba-token=[redacted]&z=2'],
    ['/a?BA_USER_TOKEN=y', '/a?BA_USER_TOKEN=[redacted]'],
    ['/a?totp_code=123456', '/a?totp_code=[redacted]'],
    ['/a?page=1', '/a?page=1'],
    ['/a?%62atoken=x&b=1', '/a?%62atoken=[redacted]&b=1'],
    ['/a?%2562atoken=x', '/a?%2562atoken=[redacted]'],
    ['/a?access_token=x;y?z#w&b=1', '/a?access_token=[redacted]&b=1'],
    ['/a;token=x', '/a;token=[redacted]'],
    ['/a?b=1;batoken=x', '/a?b=1;batoken=[redacted]'],
    ['/a#batoken=x', '/a#batoken=[redacted]'],
    ['/a?%E0%A4=x', '/a?%E0%A4=[redacted]'],
    ['/a?search[0][batoken]=x', '/a?search[0][batoken]=[redacted]'],
    ['https://b.test/a?api_key=x', '/a?api_key=[redacted]'],
  ])('%s is written as %s', (url, safe) => {
    expect(safeUrl(url)).toBe(safe)
  })
})

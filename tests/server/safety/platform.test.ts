/** T70, T71: every route answers with the headers of safety, and whoever sends slowly is let go. */
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addArrivalLimits, arrivalLimits } from '../../../runtime/server/http/body/arrival.ts'
import { addBodyParser } from '../../../runtime/server/http/body/body.ts'
import { oneEngine } from '../../support/databases.ts'
import { openTestApp, type TestApp } from './roles.ts'

const methods = ['GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD'] as const

describe.each(oneEngine)('the platform on $name', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine, { trustedProxies: ['10.0.0.1'] })
  })
  afterAll(() => app?.dispose())

  it('T70: every response of every route has them, for every caller and outcome', async () => {
    const seen = new Set<string>()
    for (const route of app.routes.filter(({ action }) => action !== 'logout')) {
      for (const method of methods) {
        for (const role of [app.role('super'), app.role('none'), app.role('stranger')]) {
          const { headers } = await app.send(
            role,
            method,
            `/${route.area}/${route.controller}/${route.action}`,
            method === 'POST' ? { payload: {} } : {},
          )
          seen.add(
            JSON.stringify({
              policy: headers['content-security-policy'],
              sniff: headers['x-content-type-options'],
              referrer: headers['referrer-policy'],
              opener: headers['cross-origin-opener-policy'],
              cache: headers['cache-control'],
              marked: /^[0-9a-f-]{36}$/.test(String(headers['x-request-id'])),
              tells: headers['server'] ?? headers['x-powered-by'] ?? null,
              https: headers['strict-transport-security'] ?? null,
            }),
          )
        }
      }
    }
    expect([...seen].map((one) => JSON.parse(one) as object)).toMatchInlineSnapshot(
      `
      [
        {
          "cache": "no-store",
          "https": null,
          "marked": true,
          "opener": "same-origin",
          "policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' ` +
        `data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action ` +
        `'self'; frame-ancestors 'none'",
          "referrer": "no-referrer",
          "sniff": "nosniff",
          "tells": null,
        },
      ]
    `,
    )
  })

  it('T70: by https from a trusted proxy it asks for https to stay', async () => {
    const answer = (remoteAddress: string) =>
      app.server.inject({ url: '/admin/Index/login', remoteAddress, headers: { 'x-forwarded-proto': 'https' } })
    expect((await answer('10.0.0.1')).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await answer('10.0.0.2')).headers).not.toHaveProperty('strict-transport-security')
  })

  it('T71: five hundred clients that stop in the middle of their headers do not block others', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.server.address() as AddressInfo
    const sockets = await Promise.all(Array.from({ length: 500 }, () => open(port)))
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    for (let count = 0; count < 15; count++) expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    // None of them was cut off to make room.
    expect(sockets.filter((socket) => socket.destroyed)).toEqual([])
    expect(app.server.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 600_000, maxConnections: 4096 })
    expect(arrivalLimits.bodyMs).toBe(30_000)
    for (const socket of sockets) socket.destroy()
  })
})

describe('T71: a slow body', () => {
  it('is cut off, one in time is read', async () => {
    const app = Fastify()
    addBodyParser(app)
    addArrivalLimits(app, { ...arrivalLimits, bodyMs: 300 })
    app.post('/', async () => 'read')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const send = async (gap: number): Promise<string> => {
      const socket = await open(port)
      const said: string[] = []
      socket.on('data', (bytes) => said.push(String(bytes))).on('error', () => undefined)
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      socket.write(
        'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ' +
          '2\r\n\r\n{',
      )
      const rest = setTimeout(() => socket.write('}'), gap)
      await closed
      clearTimeout(rest)
      return said.join('')
    }
    expect(await send(20)).toContain('200 OK')
    expect(await send(3000)).toBe('')
    await app.close()
  })
})

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
  })
}

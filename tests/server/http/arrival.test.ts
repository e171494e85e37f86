/** Bodies that arrive slowly, late or never: none of them occupies a connection for longer than it is wanted. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addArrivalLimits, admitUpload, arrivalLimits } from '../../../runtime/server/http/body/arrival.ts'
import { readForm, receiveBytes } from '../../../runtime/server/http/body/form.ts'
import { engines } from '../../support/databases.ts'
import { head, openRaw, type RawClient } from './raw-client.ts'
import { runApp, type RunningApp } from './running-app.ts'
import { partOf } from '../../support/part-of.ts'

const healthz = head('GET /healthz')
const form = { 'Content-Type': 'multipart/form-data; boundary=x' }
const json = { 'Content-Type': 'application/json' }

describe('bodies that are not wanted (T76, T77)', () => {
  let running: RunningApp
  let token = ''
  let port = 0
  beforeAll(async () => {
    running = await runApp(engines[0]!)
    token = await running.signIn()
    await running.app.listen({ port: 0, host: '127.0.0.1' })
    port = (running.app.server.address() as AddressInfo).port
  })
  afterAll(() => {
    // Without the guards a server waits for bodies that never arrive, when it closes.
    running.app.server.closeAllConnections()
    return running.dispose()
  })

  it.each([
    ['an unknown address', 'POST /nowhere', json, '404 Not Found'],
    ['an unknown route', 'POST /admin/shop.Nothing/add', json, '404 Not Found'],
    ['a missing token', 'POST /admin/shop.Unit/add', json, '"code":302'],
    ['an invalid token', 'POST /admin/shop.Unit/add', { ...json, batoken: 'x'.repeat(43) }, '"code":302'],
    ['an upload without token', 'POST /admin/ajax/upload', form, '"code":302'],
    ['an import without token', 'POST /admin/shop.Unit/import', form, '"code":302'],
    ['a form where none is expected', 'POST /admin/Index/login', form, '400 Bad Request'],
    ['another content type', 'POST /admin/Index/login', { 'Content-Type': 'text/plain' }, '400 Bad Request'],
    ['a long body of a guest', 'POST /admin/Index/login', json, '413 Payload Too Large'],
    ['a preflight request', 'OPTIONS /admin/shop.Unit/add', json, '204 No Content'],
    ['a page', 'GET /healthz', json, '200 OK'],
  ])('answers %s before the body arrives, and closes', async (_what, request, headers, expected) => {
    const client = await openRaw(port)
    client.write(head(request, { ...headers, 'Content-Length': 1_000_000 }))
    const answer = await client.closed
    expect(answer).toContain(expected)
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it.each([
    ['an upload without token', 'POST /admin/ajax/upload', form, 5_000_000, '"code":302'],
    ['a long body of a guest', 'POST /admin/Index/login', json, 1_000_000, '413 Payload Too Large'],
    ['a page', 'POST /nowhere', json, 10, '404 Not Found'],
  ])('asks no client that waits for it for the body of %s', async (_what, request, headers, length, expected) => {
    const client = await openRaw(port)
    client.write(head(request, { ...headers, Expect: '100-continue', 'Content-Length': length }))
    const answer = await client.closed
    expect(answer).toContain(expected)
    expect(answer).not.toContain('100 Continue')
  })

  it.each([
    ['a form', 'POST /admin/ajax/upload', form, '--x--\r\n'],
    ['JSON', 'POST /admin/Index/login', json, '{}'],
  ])('asks for the body of %s once it is wanted', async (_what, request, headers, body) => {
    const client = await openRaw(port)
    const sender: Record<string, string> = headers === form ? { batoken: token } : {}
    const length = { Expect: '100-continue', 'Content-Length': Buffer.byteLength(body), ...sender }
    client.write(head(request, { ...headers, ...length }))
    await client.until('100 Continue')
    client.write(body)
    await client.until('"code":0')
    client.socket.destroy()
  })

  it('delivers the answer to a client that continues to send', async () => {
    const client = await openRaw(port)
    const length = 8_000_000
    client.write(head('POST /admin/ajax/upload', { ...form, 'Content-Length': length }))
    client.write(Buffer.alloc(length, 0x20))
    expect(await client.closed).toContain('"code":302')
  })

  it('keeps the connection after a body that was read', async () => {
    const client = await openRaw(port)
    client.write(`${head('POST /admin/shop.Nothing/add', { ...json, batoken: token, 'Content-Length': 0 })}${healthz}`)
    await client.until('{"status":"ok"}')
    expect(client.received()).toContain('404 Not Found')
  })

  it('stops reading a body of unknown length that grows too long', async () => {
    const client = await openRaw(port)
    client.write(head('POST /admin/Index/login', { ...json, 'Transfer-Encoding': 'chunked' }))
    client.write(`4e20\r\n${'['.repeat(20_000)}\r\n`)
    expect(await client.closed).toContain('413 Payload Too Large')
  })

  it('answers uploads beyond the share of an account before they arrive (T83)', async () => {
    const headers = { ...form, Connection: 'close', batoken: token, 'Content-Length': 5_000_000 }
    const open = async (): Promise<RawClient> => {
      const client = await openRaw(port)
      client.write(head('POST /admin/ajax/upload', headers))
      return client
    }
    // The file goes to the disk as it arrives: of each 2 MB are in memory, and 64 MB are 32 of these.
    const all = await Promise.all(Array.from({ length: 33 }, open))
    expect(await Promise.race(all.map(({ closed }) => closed))).toMatch(/503 Service Unavailable[^]*retry-after: 2/i)
    expect(all.filter(({ received }) => received() !== '')).toHaveLength(1)
    for (const { socket } of all) socket.destroy()
    const upload = async () => {
      const client = await open()
      client.write(`--x--\r\n`.padEnd(5_000_000))
      const answer = await client.closed
      return answer.includes('503') ? null : answer
    }
    const next = await vi.waitUntil(upload, { timeout: 20_000 })
    expect(next).toContain('"code":0')
  })
})

it('does not wait for a form whose connection was closed before it is read (T52)', async () => {
  const raw = new PassThrough().destroy()
  const request = partOf<FastifyRequest>({ isMultipart: () => true, headers: {}, raw })
  await expect(readForm(request, { fileSize: 1, fieldSize: 1 }, receiveBytes)).rejects.toThrow('cut off')
})

describe('time limits (T71, T76)', () => {
  const limits = {
    ...arrivalLimits,
    bodyMs: 200,
    discardMs: 400,
    discardIdleMs: 200,
    stalledAnswerMs: 200,
    stalledUploadMs: 200,
  }
  const app = Fastify()
  let port = 0
  beforeAll(async () => {
    addArrivalLimits(app, limits)
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    app.post('/never', () => new Promise(() => {}))
    app.post('/refuses', async () => 'refused')
    app.post('/upload', (request) => {
      admitUpload(request)
      return new Promise((resolve) =>
        request.raw.on('data', () => {}).once('end', () => setTimeout(resolve, 400, 'stored')),
      )
    })
    app.get('/large', async () => Buffer.alloc(50_000_000))
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())

  it('gives a form that was not admitted as an upload no more time than other bodies', async () => {
    const client = await openRaw(port)
    client.write(head('POST /never', { ...form, 'Content-Length': 1000 }))
    expect(await client.closed).toBe('')
  })

  it('ends an upload that stalls, but not one that takes long to be stored (T52)', async () => {
    const stalled = await openRaw(port)
    stalled.write(head('POST /upload', { ...form, 'Content-Length': 1000 }))
    expect(await stalled.closed).toBe('')
    const complete = await openRaw(port)
    complete.write(`${head('POST /upload', { ...form, 'Content-Length': 4 })}four`)
    await complete.until('stored')
    complete.socket.destroy()
  })

  it('discards for a limited time, however steadily the client sends', async () => {
    const client = await openRaw(port, { allowHalfOpen: true })
    client.write(head('POST /refuses', { ...form, 'Content-Length': 1_000_000 }))
    await client.until('refused')
    const reset = once(client.socket, 'error')
    const sending = setInterval(() => client.write(' '), 20)
    expect((await reset)[0]).toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/) as string })
    clearInterval(sending)
  })

  it('closes the connection of a client that does not read its answer', async () => {
    const closed = once(app.server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
    const { socket, write } = await openRaw(port)
    socket.pause()
    write(head('GET /large'))
    await closed
    socket.destroy()
  })
})

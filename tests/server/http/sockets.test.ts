/** Connections: no visitor gets all of them. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { maxPipelined } from '../../../runtime/server/http/connections/sockets.ts'
import type { Route } from '../../../runtime/server/http/route.ts'
import { engines } from '../../support/databases.ts'
import { head, openRaw, type RawClient } from './raw-client.ts'
import { runApp, type RunningApp } from './running-app.ts'

const healthz = head('GET /healthz')
const json = { 'Content-Type': 'application/json' }

let finish: () => void = () => {}
const slow: Route = {
  area: 'admin',
  controller: 'Slow',
  action: 'index',
  method: 'GET',
  login: 'none',
  node: null,
  handler: () => new Promise((resolve) => (finish = () => resolve({ data: 'finished' }))),
}

/** On a busy machine an answer may take longer than the second that is Vitest's default. */
const waitUntil = (isDone: () => unknown) => vi.waitUntil(isDone, { timeout: 20_000 })

const limits = { max: 8, maxPerAddress: 4 }
const proxy = '127.0.0.9'
let running: RunningApp
let port = 0
const clients: RawClient[] = []
const open = async (from?: string): Promise<RawClient> => {
  const client = await openRaw(port, { ...(from && { from }) })
  clients.push(client)
  return client
}
/** A connection that the server has noticed: it has answered on it. */
const openUsed = async (from?: string): Promise<RawClient> => {
  const client = await open(from)
  client.write(healthz)
  await client.until('{"status":"ok"}')
  return client
}
const openMany = async (count: number, from?: string): Promise<RawClient[]> => {
  const list: RawClient[] = []
  for (let at = 0; at < count; at += 1) list.push(await openUsed(from))
  return list
}

beforeAll(async () => {
  running = await runApp(engines[0]!, { routes: [slow], sockets: limits, trustedProxies: [proxy] })
  await running.app.listen({ port: 0, host: '127.0.0.1' })
  port = (running.app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const { socket } of clients) socket.destroy()
  await Promise.all(clients.splice(0).map(({ closed }) => closed))
  await waitUntil(() => running.app.server.listening && connectionCount().then((count) => count === 0))
})
afterAll(() => running.dispose())

const connectionCount = (): Promise<number> =>
  new Promise((resolve, reject) =>
    running.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('connections of one address (T76)', () => {
  it('closes the one that was idle longest when the address has too many', async () => {
    const [first, second, ...others] = await openMany(4)
    first!.write(healthz)
    await waitUntil(() => first!.received().split('{"status":"ok"}').length === 3)
    const newcomer = await openUsed()
    await second!.closed
    for (const client of [first!, ...others, newcomer]) expect(client.socket.destroyed).toBe(false)
  })

  it('closes one that never sent anything', async () => {
    const silent: RawClient[] = []
    for (let at = 0; at < 4; at += 1) silent.push(await open())
    await waitUntil(() => connectionCount().then((count) => count === 4))
    await openUsed()
    await silent[0]!.closed
    expect(silent.filter(({ socket }) => !socket.destroyed)).toHaveLength(3)
  })

  it('closes one whose body does not come, and leaves requests in progress alone', async () => {
    const working = await open()
    const noticed = once(running.app.server, 'request')
    working.write(head('GET /admin/Slow/index'))
    await noticed
    const guests: RawClient[] = []
    for (let at = 0; at < 3; at += 1) {
      guests.push(await open())
      const noticed = once(running.app.server, 'request')
      guests[at]!.write(head('POST /admin/Index/login', { ...json, 'Content-Length': 100 }))
      await noticed
    }
    await openUsed()
    await guests[0]!.closed
    finish()
    await working.until('finished')
  })

  it('refuses a further one while all of them are at work', async () => {
    const working: RawClient[] = []
    const finishers: (() => void)[] = []
    for (let at = 0; at < 4; at += 1) {
      const before = finish
      working.push(await open())
      working[at]!.write(head('GET /admin/Slow/index'))
      await waitUntil(() => finish !== before)
      finishers.push(finish)
    }
    expect(await (await open()).closed).toBe('')
    await openUsed('127.0.0.2')
    for (const one of finishers) one()
    for (const client of working) await client.until('finished')
  })

  it('makes room for others at the cost of the address with the most', async () => {
    const [oldest, ...rest] = await openMany(4, '127.0.0.1')
    const few = [...(await openMany(3, '127.0.0.2')), ...(await openMany(1, '127.0.0.3'))]
    const newcomer = await openUsed('127.0.0.4')
    await oldest!.closed
    for (const client of [...rest, ...few, newcomer]) expect(client.socket.destroyed).toBe(false)
  })

  it('answers requests that were sent one after the other, and closes on too many', async () => {
    const client = await open()
    client.write(healthz.repeat(maxPipelined))
    await waitUntil(() => client.received().split('{"status":"ok"}').length === maxPipelined + 1)
    client.write(healthz.repeat(maxPipelined + 1))
    expect((await client.closed).split('{"status":"ok"}').length).toBeLessThanOrEqual(maxPipelined + 2)
  })

  it('lets a trusted proxy open more, and counts the requests of each visitor behind it', async () => {
    const clients = await openMany(6, proxy)
    for (const client of clients.slice(0, 4)) {
      const before = finish
      client.write(head('GET /admin/Slow/index', { 'X-Forwarded-For': '203.0.113.7' }))
      await waitUntil(() => finish !== before)
    }
    const ask = async (client: RawClient, visitor: string): Promise<void> =>
      client.write(head('GET /healthz', { 'X-Forwarded-For': visitor }))
    await ask(clients[4]!, '203.0.113.7')
    await clients[4]!.until('503 Service Unavailable')
    await ask(clients[5]!, '203.0.113.8')
    await waitUntil(() => clients[5]!.received().split('{"status":"ok"}').length === 3)
  })
})

/**
 * PostgreSQL is taken away while orders are audited: the server says so at once, comes back by itself, and has lost
 * nothing.
 * TABLEWRIGHT_TEST_STOPS says how often, `npm run test:faults` twenty times.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../../runtime/server/db/index.ts'
import { openAt } from '../../../support/databases.ts'
import { serve, type Running } from '../../../support/running.ts'
import { Clients, randomFrom } from './clients.ts'
import { faultsIn } from './invariants.ts'
import { openStoppablePostgres, type StoppablePostgres } from '../../../support/stoppable-postgres.ts'
import { readOrderStates } from './order-states.ts'

const rounds = Number(process.env['TABLEWRIGHT_TEST_STOPS'] ?? 2)
let store: StoppablePostgres
let server: Running
let beside: Database
beforeAll(async () => {
  store = await openStoppablePostgres()
  server = await serve({ databaseUrl: store.url, demo: false })
}, 300_000)
afterAll(async () => {
  await server?.stop()
  await store?.dispose()
})

/** Requests of every sort. */
const requests: readonly (readonly [path: string, body?: object])[] = [
  ['/healthz'],
  ['/admin/wms.Warehousing/index'],
  ['/admin/wms.Warehousing/audit', { id: 1 }],
  ['/admin/Index/login', { username: 'admin', password: 'Wrong-2026' }],
]

const ask = async ([path, body]: (typeof requests)[number]) => {
  const began = performance.now()
  const response = await fetch(`${server.address}${path}`, {
    headers: { batoken: server.token, 'content-type': 'application/json', 'think-lang': 'en' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
    after: performance.now() - began,
  }
}

it('a PostgreSQL that keeps its connections but does not answer is reported as unavailable', async () => {
  const audits = Array.from({ length: 12 }, () => requests[2]!)
  expect((await Promise.all([...audits, ...requests].map(ask))).map(({ status }) => status)).toContain(200)
  store.pause()
  try {
    for (const answer of await Promise.all([...audits, ...requests].map(ask)))
      expect(answer).toMatchObject({ status: 503, retryAfter: '2' })
  } finally {
    store.resume()
  }
  await expect.poll(async () => (await ask(requests[1]!)).status).toBe(200)
})

it(
  `nothing acknowledged is lost and nothing is half posted in ${rounds} hard stops of PostgreSQL`,
  async () => {
    const seed = Date.now() % 1_000_000
    const random = randomFrom(seed)
    const clients = await Clients.seed(server, seed)
    const [told, back]: [number[], number[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      let isGone = false
      const working = clients.work(server, () => isGone)
      await clients.atWork(1 + Math.floor(random() * 20), random() * 25)
      await store.end(round % 2 === 0 ? 'SIGQUIT' : 'SIGKILL')
      await pause(100)
      isGone = true
      await working
      for (const answer of await Promise.all(requests.map(ask))) {
        expect(answer).toMatchObject({ status: 503, retryAfter: '2' })
        expect(JSON.parse(answer.text)).toMatchObject({
          code: 503,
          msg: 'The server is busy. Try again shortly.',
        })
        told.push(answer.after)
      }
      await store.start()
      const began = performance.now()
      while ((await ask(requests[1]!)).status !== 200) await pause(50)
      back.push(performance.now() - began)
      beside = await openAt({ url: store.url, remove: async () => {} })
      expect(clients.reconcile(await readOrderStates(beside)), `seed ${seed}, round ${round}`).toEqual([])
      expect(await faultsIn(beside), `seed ${seed}, round ${round}`).toEqual([])
      await beside.close()
    }
    // Whoever was at work was told to come again, and nothing else.
    expect([...clients.turnedAway.keys()], server.output().slice(-4000)).toEqual([503])
    expect(clients.acknowledged).toBeGreaterThan(rounds)
    expect(Math.max(...told)).toBeLessThan(3000)
    console.info(
      `${rounds} hard stops, ${clients.acknowledged} acknowledged, 0 lost; told after ` +
        `${Math.round(Math.max(...told))} ms at most, back ${Math.round(Math.max(...back))} ms after PostgreSQL ` +
        `at most`,
    )
  },
  60_000 + rounds * 30_000,
)

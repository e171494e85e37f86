/**
 * The server is killed while orders are audited: what it has acknowledged is there afterwards, and nothing is half
 * done.
 * TABLEWRIGHT_TEST_KILLS says how often, `npm run test:faults` a hundred times.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../../runtime/server/db/index.ts'
import { openAt } from '../../../support/databases.ts'
import { serve, type Running } from '../../../support/running.ts'
import { Clients, randomFrom } from './clients.ts'
import { faultsIn } from './invariants.ts'
import { readOrderStates } from './order-states.ts'

const rounds = Number(process.env['TABLEWRIGHT_TEST_KILLS'] ?? 10)
const dataFolder = mkdtempSync(join(tmpdir(), 'tablewright-kill-'))
let server: Running
let beside: Database
beforeAll(async () => {
  server = await serve({ dataFolder, demo: false })
  beside = await openAt({ url: join(dataFolder, 'tablewright.sqlite'), remove: async () => {} })
}, 300_000)
afterAll(async () => {
  await beside?.close()
  await server?.kill()
  rmSync(dataFolder, { recursive: true, force: true })
})

it(
  `nothing acknowledged is lost and nothing is half posted in ${rounds} kills`,
  async () => {
    const seed = Date.now() % 1_000_000
    const random = randomFrom(seed)
    const clients = await Clients.seed(server, seed)
    const ready: number[] = []
    for (let round = 1; round <= rounds; round++) {
      const working = clients.work(server)
      await clients.atWork(1 + Math.floor(random() * 20), random() * 25)
      await server.kill()
      await working
      // Whoever is left without an answer may have been served.
      server = await serve({ dataFolder, demo: false, built: true })
      ready.push(server.readyAfter)
      expect(clients.reconcile(await readOrderStates(beside)), `seed ${seed}, round ${round}`).toEqual([])
      expect(await faultsIn(beside), `seed ${seed}, round ${round}`).toEqual([])
    }
    // On a busy machine some were told to come again.
    expect([...clients.turnedAway.keys()].filter((status) => status !== 503)).toEqual([])
    expect(clients.acknowledged).toBeGreaterThan(rounds)
    ready.sort((one, other) => one - other)
    console.info(
      `${rounds} kills, ${clients.acknowledged} acknowledged, 0 lost, ${clients.refused} short of stock; ready ` +
        `again after ${ready[Math.floor(rounds / 2)]} ms (median), ${ready.at(-1)} ms (longest)`,
    )
  },
  60_000 + rounds * 30_000,
)

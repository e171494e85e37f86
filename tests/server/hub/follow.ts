/** Many clients that follow one topic while writers publish and connections break: what each of them has in the end. */
import { expect } from 'vitest'
import { applyPlan, type Database } from '../../../runtime/server/db/index.ts'
import { openAt, type Engine, type Place, type TestDatabase } from '../../support/databases.ts'
import { follow, type FollowingClient } from './hub-client.ts'
import { createRoomTable, openHubApp, speak, type HubApp } from './rooms.ts'

export interface Scenario {
  readonly seed: number
  readonly clients: number
  readonly entries: number
  /** Share of the steps at which a connection breaks. */
  readonly cutShare: number
}

/** Small and repeatable (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An engine whose databases are all the one in this place. */
const inPlace = (engine: Engine, place: Place, isFirst: boolean): Engine => ({
  ...engine,
  async open(models): Promise<TestDatabase> {
    const database = await openAt(place)
    if (isFirst) await applyPlan(database, models)
    return Object.assign(database, { dispose: () => database.close() })
  },
})

/**
 * On PostgreSQL two servers, between which clients change. On SQLite one, and another process that writes, whose
 * entries are found by looking at the heads.
 */
export async function runScenario(engine: Engine, { seed, clients, entries, cutShare }: Scenario): Promise<void> {
  const place = await engine.place()
  const apps: HubApp[] = []
  const databases: Database[] = []
  const following: FollowingClient[] = []
  try {
    const limits = { hubLimits: { pollMs: 25, maxPerAccount: 500 } }
    apps.push(await openHubApp(inPlace(engine, place, true), limits))
    if (engine.name === 'postgresql') apps.push(await openHubApp(inPlace(engine, place, false), limits))
    const [first, second = await openAt(place)] = apps.map(({ database }): Database => database)
    databases.push(first!, second)
    await first!.write(createRoomTable)
    const boss = await apps[0]!.account('boss', [await apps[0]!.group('bosses', '*')])
    const random = createRandom(seed)
    const token = await apps[0]!.token(boss)
    const sites = apps.map(({ address }) => ({ address, token }))
    for (let count = 0; count < clients; count++) {
      const own = count % 2 === 0 ? sites : sites.toReversed()
      following.push(await follow(own, 'room:1'))
    }
    const running: Promise<unknown>[] = []
    let cuts = 0
    let gaps = 0
    for (let step = 0; step < entries; step++) {
      const writer = databases[Math.floor(random() * databases.length)]!
      const isCopied = random() < 0.7
      if (!isCopied || writer !== first || apps.length > 1) gaps += 1
      running.push(writer.write((trx) => speak(trx, 'room:1', `${step}`, isCopied)))
      if (random() < cutShare) {
        cuts += 1
        running.push(following[Math.floor(random() * clients)]!.cut())
      }
      // Some transactions overlap.
      if (random() < 0.4) await Promise.all(running.splice(0))
    }
    await Promise.all(running)
    const rows = await first!.query
      .selectFrom('room_entry')
      .select(['seq', 'text'])
      .where('topic', '=', 'room:1')
      .orderBy('seq')
      .execute()
    const all = rows.map((row) => ({ seq: Number(row['seq']), data: String(row['text']) }))
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: entries }, (_none, index) => index + 1))
    for (const client of following) {
      await expect.poll(() => client.sync.last, { timeout: 60_000 }).toBe(entries)
      expect(client.received).toEqual(all)
      expect(client.sync.fetches).toBeLessThanOrEqual(1 + cuts + gaps)
    }
  } finally {
    following.forEach((client) => client.stop())
    for (const app of apps.toReversed()) await app.dispose()
    for (const database of databases) await database.close()
    await place.remove()
  }
}

/** A lesson on two servers with one database, and on both databases: it is the same everywhere (L1, L2, L14). */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LiveEvent } from '../../../runtime/modules/live/shared/events.ts'
import { replay } from '../../../runtime/modules/live/shared/state.ts'
import { engines, inPlace, type Engine, type Place } from '../../support/databases.ts'
import { holder, openLive, stroke, type LiveSite, type Who } from './live-site.ts'
import { steps } from './walk.ts'

const [sqlite, postgresql] = engines as readonly [Engine, Engine]
let place: Place
const sites: LiveSite[] = []
beforeAll(async () => {
  place = await postgresql.place()
  for (const isFirst of [true, false])
    sites.push(await openLive(inPlace(postgresql, place, isFirst), { hubLimits: { pollMs: 25, maxPerAccount: 50 } }))
})
afterAll(async () => {
  for (const site of sites.toReversed()) await site.dispose()
  await place?.remove()
})

it('L1 L2 two servers on PostgreSQL have the same lesson, whichever stores what happens', async () => {
  const [first, second] = sites as [LiveSite, LiveSite]
  const room = await first.lesson({ draw: 1 })
  const pupils = [await first.member(), await first.member(), await first.member()]
  const holders = new Map<string, Who>([
    ['admin:1', 'teacher'],
    ...pupils.map((pupil, index) => [`user:${index + 1}`, pupil] as const),
  ])
  const listener = await second.enter(pupils[0]!, room)
  const walk = fc.sample(steps, { numRuns: 3, seed: 64 }).flat()
  const seqs = new Map<string, number | null>()
  const running: Promise<unknown>[] = []
  for (const [index, { person, intent }] of walk.entries()) {
    if (intent.kind === 'remove') continue
    const client = randomUUID()
    const who = holders.get(person.holder)!
    const target = 'person' in intent.payload ? holders.get(intent.payload.person) : undefined
    const payload = target === undefined ? intent.payload : { person: `user:${target}` }
    // Pupils whose first answer was lost ask the other server. Teachers of the two are different people.
    const servers = who === 'teacher' ? [sites[index % 2]!] : index % 3 === 0 ? sites : [sites[index % 2]!]
    running.push(
      Promise.all(servers.map((site) => site.act(who, room, [{ ...intent, payload, client } as never]))).then(
        (answers) => {
          const numbers = new Set(answers.map(([result]) => result?.seq ?? null))
          // The second server answers with the number of the first, unless the rules have changed meanwhile.
          expect([...numbers].filter((seq) => seq !== null).length).toBeLessThanOrEqual(1)
          seqs.set(client, [...numbers].find((seq) => seq !== null) ?? null)
        },
      ),
    )
    if (index % 5 === 0) await Promise.all(running.splice(0))
  }
  await Promise.all(running)
  const last = await second.does('teacher', room, stroke(0, 'last-stroke'))
  const events: LiveEvent[] = []
  for (const site of sites) {
    const { data } = await site.read<{ events: LiveEvent[] }>('teacher', 'events', room, '&after=0')
    events.splice(0, events.length, ...data.events)
    expect(data.events.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_none, index) => index + 1))
    expect(replay(data.events)).toEqual(await site.state('teacher', room))
  }
  expect(await first.state(pupils[1]!, room)).toEqual(await second.state(pupils[2]!, room))
  // The log has everything that was answered once, and nothing else.
  const rows = (await first.rows('live_event', { room_id: room })).filter(({ client }) => client !== null)
  const numbers = [...seqs.values()].filter((seq) => seq !== null)
  expect(rows.length).toBe(new Set(rows.map(({ client }) => client)).size)
  expect(numbers.toSorted((left, right) => left - right)).toEqual(
    rows.map(({ seq }) => Number(seq)).filter((seq) => seq !== last),
  )
  // A page at one server hears of what the other stores.
  await listener.until((frame) => frame.type === 'event' && frame.topic === `live:${room}` && frame.seq === last)
  listener.socket.terminate()
  expect(await first.findings()).toEqual([])
})

/** Numbers of people differ from database to database. */
const withNames = (value: unknown, names: ReadonlyMap<string, string>): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/(?:user|admin):\d+/g, (holder) => names.get(holder) ?? holder),
  ) as unknown

it('L14 the same people doing the same things leave the same log in SQLite and PostgreSQL', async () => {
  const alone = await openLive(sqlite)
  try {
    // Pupils are sent out at the end, or few would be left.
    const walk = fc
      .sample(steps, { numRuns: 3, seed: 65 })
      .flat()
      .filter(({ intent }, index, all) => intent.kind !== 'remove' || index > all.length - 20)
    const logs: unknown[] = []
    for (const site of [alone, sites[0]!]) {
      const room = await site.lesson({ draw: 1 })
      const pupils = [await site.member(), await site.member(), await site.member()]
      const whoIs = new Map<string, Who>([
        ['admin:1', 'teacher'],
        ...pupils.map((pupil, index) => [`user:${index + 1}`, pupil] as const),
      ])
      const names = new Map([...whoIs].map(([name, who]) => [holder(who, site.teacher), name]))
      const results: unknown[] = []
      for (const { person, intent } of walk) {
        const target = 'person' in intent.payload ? whoIs.get(intent.payload.person) : undefined
        const payload = target === undefined ? intent.payload : { person: holder(target, site.teacher) }
        const who = whoIs.get(person.holder)!
        // Somebody who was sent out is no longer answered.
        const answer = await site.call<{ results?: { seq: number | null; reason: string | null }[] }>(who, 'act', {
          room,
          events: [{ kind: intent.kind, client: randomUUID(), payload }],
        })
        results.push([answer.code, answer.data?.results?.map(({ seq, reason }) => [seq, reason])])
      }
      const { data } = await site.read<{ events: LiveEvent[] }>('teacher', 'events', room, '&after=0')
      expect(data.events.length).toBeGreaterThan(15)
      const events = data.events.filter(({ kind }) => kind !== 'start').map(({ time: _time, ...event }) => event)
      logs.push(withNames({ events, results }, names))
    }
    expect(logs[0]).toEqual(logs[1])
  } finally {
    await alone.dispose()
  }
})

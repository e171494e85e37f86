/** The lease of a room: one process at a time hands its sound and picture on directly (L7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Lease, leaseMs } from '../../../../runtime/modules/live/server/media/sfu/lease.ts'
import { isFree } from '../../../../runtime/modules/live/server/media/sfu/room.ts'
import { readSignal } from '../../../../runtime/modules/live/shared/media/direct.ts'
import { moduleEngines } from '../../../support/databases.ts'
import { openLive, type LiveSite } from '../live-site.ts'
import { ofAnotherProcess } from './another-process.ts'

describe.each(moduleEngines)('L7 the lease of a room on $name', (engine) => {
  let site: LiveSite
  beforeAll(async () => {
    site = await openLive(engine)
  })
  afterAll(() => site?.dispose())

  const rowOf = async (room: number) => {
    const [row] = await site.rows('live_room', { id: room })
    return { epoch: Number(row!['epoch']), until: Number(row!['lease_until']) }
  }

  it('belongs to one process, and to another one once it is over, with the next number', async () => {
    const room = await site.room()
    const other = ofAnotherProcess(site.scope)
    const losses: string[] = []
    const takers = await Promise.all([
      Lease.take(site.scope, room, () => losses.push('first')),
      Lease.take(other, room, () => losses.push('second')),
    ])
    expect(takers.filter((lease) => lease !== null).map((lease) => lease.epoch)).toEqual([1])
    const first = takers[0] ?? takers[1]!
    const scopes = takers[0] ? [site.scope, other] : [other, site.scope]
    expect(first.isHeld).toBe(true)
    const before = (await rowOf(room)).until
    expect(before - Date.now()).toBeGreaterThan(leaseMs / 2)
    await first.renew()
    expect((await rowOf(room)).until).toBeGreaterThanOrEqual(before)
    expect(await Lease.take(scopes[1]!, room, () => undefined)).toBeNull()
    // The process did not answer for too long: another one has the room, and the first one hears of it.
    await site.update('live_room', room, { lease_until: Date.now() - 1 })
    const second = await Lease.take(scopes[1]!, room, () => losses.push('taken again'))
    expect(second?.epoch).toBe(2)
    await first.renew()
    expect(first.isHeld).toBe(false)
    expect(losses.length).toBe(1)
    // The first one does not give back the lease of the second one.
    await first.release()
    expect((await rowOf(room)).until).toBeGreaterThan(Date.now())
    await second!.release()
    expect(isFree({ lease_until: (await rowOf(room)).until })).toBe(true)
    // The process that had it begins anew with a new number, so that nothing of before counts.
    const third = await Lease.take(scopes[1]!, room, () => undefined)
    const fourth = await Lease.take(scopes[1]!, room, () => undefined)
    expect([third?.epoch, fourth?.epoch]).toEqual([3, 4])
    expect(losses.length).toBe(1)
    await third!.renew()
    expect(third!.isHeld).toBe(false)
    await fourth!.release()
  })
})

it('reads signals of clients, and nothing else', () => {
  expect(readSignal('{"type":"stop"}')).toEqual({ type: 'stop' })
  expect(readSignal('{"type":"offer","epoch":3,"sdp":"v=0","more":1}')).toEqual({ type: 'offer', epoch: 3, sdp: 'v=0' })
  expect(readSignal('{"type":"candidate","epoch":3,"candidate":"a","mid":"0"}')).toMatchObject({ mid: '0' })
  for (const text of [
    '',
    'null',
    '[]',
    '{"type":"offer","sdp":"v=0"}',
    '{"type":"answer","epoch":"3","sdp":"v=0"}',
    '{"type":"candidate","epoch":3,"candidate":"a"}',
    `{"type":"offer","epoch":3,"sdp":"${'a'.repeat(40_000)}"}`,
    `{"type":"candidate","epoch":3,"mid":"0","candidate":"${'a'.repeat(600)}"}`,
  ])
    expect(readSignal(text)).toBeNull()
})

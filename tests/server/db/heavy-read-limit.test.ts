/** Turns of heavy reads: short ones one after the other, others beside one that takes long. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HeavyReadLimit } from '../../../runtime/server/db/limits/heavy-read-limit.ts'

/** Reads of given lengths; their names are noted as they begin and end. */
function readsOf(limit: HeavyReadLimit) {
  const events: string[] = []
  const read = (name: string, ms: number, fails = false): Promise<string> =>
    limit.run(async () => {
      events.push(name)
      await new Promise((resolve) => setTimeout(resolve, ms))
      events.push(`/${name}`)
      if (fails) throw new Error(name)
      return name
    })
  return { events, read }
}

describe('the limit of heavy reads', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('lets short reads follow one another in their order', async () => {
    const limit = new HeavyReadLimit({ maxShort: 1, maxRunning: 2, longMs: 100, rest: 0 })
    const { events, read } = readsOf(limit)
    const all = Promise.all([read('a', 10), read('b', 10), read('c', 10)])
    expect(limit.waiting).toBe(2)
    await vi.runAllTimersAsync()
    expect(await all).toEqual(['a', 'b', 'c'])
    expect(events).toEqual(['a', '/a', 'b', '/b', 'c', '/c'])
    expect(limit.waiting).toBe(0)
  })

  it('lets the next ones run beside a read that takes long, one at a time, and never more than the most', async () => {
    const limit = new HeavyReadLimit({ maxShort: 1, maxRunning: 2, longMs: 100, rest: 0 })
    const { events, read } = readsOf(limit)
    const all = Promise.all([read('long', 1000), read('b', 10), read('c', 500), read('d', 10)])
    await vi.advanceTimersByTimeAsync(99)
    expect(events).toEqual(['long'])
    await vi.advanceTimersByTimeAsync(800)
    expect(events).toEqual(['long', 'b', '/b', 'c', '/c', 'd', '/d'])
    await vi.runAllTimersAsync()
    await all
    expect(events.at(-1)).toBe('/long')
  })

  it('lets a place rest after a short read as long as others wait', async () => {
    const limit = new HeavyReadLimit({ maxShort: 1, maxRunning: 2, longMs: 100, rest: 1 })
    const { events, read } = readsOf(limit)
    const all = Promise.all([read('a', 10), read('b', 20)])
    await vi.advanceTimersByTimeAsync(19)
    expect(events).toEqual(['a', '/a'])
    const late = read('late', 10)
    await vi.advanceTimersByTimeAsync(1)
    expect(events).toEqual(['a', '/a', 'b'])
    await vi.advanceTimersByTimeAsync(50)
    expect(events).toEqual(['a', '/a', 'b', '/b', 'late', '/late'])
    await Promise.all([all, late])
    const alone = read('alone', 10)
    expect(events.at(-1)).toBe('alone')
    await vi.runAllTimersAsync()
    await alone
  })

  it('lets no place rest after a long read, behind which others have waited long enough', async () => {
    const limit = new HeavyReadLimit({ maxShort: 1, maxRunning: 1, longMs: 100, rest: 1 })
    const { events, read } = readsOf(limit)
    const all = Promise.all([read('long', 150), read('next', 10)])
    await vi.advanceTimersByTimeAsync(150)
    expect(events).toEqual(['long', '/long', 'next'])
    await vi.runAllTimersAsync()
    await all
  })

  it('gives the place of a read that failed to the next one', async () => {
    const limit = new HeavyReadLimit({ maxShort: 2, maxRunning: 2, longMs: 100, rest: 0 })
    const { events, read } = readsOf(limit)
    const [one, other, third] = [read('a', 200, true), read('b', 300), read('c', 10)]
    const failed = expect(one).rejects.toThrow('a')
    await vi.advanceTimersByTimeAsync(199)
    expect(events).toEqual(['a', 'b'])
    await vi.runAllTimersAsync()
    await failed
    expect(await Promise.all([other, third])).toEqual(['b', 'c'])
    expect(events).toEqual(['a', 'b', '/a', 'c', '/c', '/b'])
  })
})

/** One client cannot starve the others. */
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { createBudget, createQueue } from '../../../runtime/server/operation/limits/budget.ts'
import { addUnderPressure } from '../../../runtime/server/http/connections/limits.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('turns requests away while the process cannot keep up, and takes them again afterwards', async () => {
  const app = Fastify()
  await addUnderPressure(app, 30)
  app.get('/', async () => 'taken')
  for (let round = 0; round < 15; round += 1) {
    block(120)
    await pause(1)
  }
  const refused = await app.inject({ url: '/' })
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 503 })
  const statuses: number[] = []
  while (statuses.at(-1) !== 200 && statuses.length < 100) {
    await pause(100)
    statuses.push((await app.inject({ url: '/' })).statusCode)
  }
  expect(statuses.at(-1)).toBe(200)
  await app.close()
}, 30_000)

describe('amounts that are shared out (T83)', () => {
  it('runs at once what fits into the whole, in order, and what is larger alone', async () => {
    const queue = createQueue(10)
    const running = new Set<number>()
    const seen: number[][] = []
    const finishers: (() => void)[] = []
    const run = (amount: number): Promise<void> =>
      queue(amount, async () => {
        running.add(amount)
        seen.push([...running])
        await new Promise<void>((resolve) => finishers.push(resolve))
        running.delete(amount)
      })
    const all = [4, 5, 6, 1, 11, 2].map(run)
    for (let at = 0; at < all.length; at += 1) {
      finishers[at]!()
      await all[at]
    }
    expect(seen).toEqual([[4], [4, 5], [6], [6, 1], [11], [2]])
  })

  it('continues after a failed task', async () => {
    const queue = createQueue(1)
    const failing = queue(1, () => Promise.reject(new Error('failed')))
    expect(await queue(1, () => Promise.resolve('done'))).toBe('done')
    await expect(failing).rejects.toThrow('failed')
  })

  it('gives nothing beyond the whole and the share of one owner', () => {
    const budget = createBudget({ whole: 10, share: 6 })
    const first = budget.take('a', 6)
    expect([first !== null, budget.take('a', 1), budget.take('b', 5)]).toEqual([true, null, null])
    const second = budget.take('b', 4)
    expect([second !== null, budget.take('c', 1)]).toEqual([true, null])
    first!()
    expect([budget.take('a', 6) !== null, budget.take('c', 1)]).toEqual([true, null])
  })
})

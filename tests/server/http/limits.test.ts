/** One client cannot starve the others. */
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { addUnderPressure } from '../../../runtime/server/http/limits.ts'

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

/** One client cannot starve the others. */
import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { addBodyParser } from '../../../runtime/server/http/body.ts'
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

it('cuts off a body that does not arrive', async () => {
  const app = Fastify()
  addBodyParser(app, 0.2)
  let reached = false
  app.post('/', async () => {
    reached = true
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(reached).toBe(false)
  await app.close()
})

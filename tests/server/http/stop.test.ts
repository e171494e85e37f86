/** Ending well: what runs finishes, nothing new begins, the database is let go last. */
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../../runtime/server/http/route.ts'
import { createStop, stopOnSignals } from '../../../runtime/server/http/connections/stop.ts'
import { engines } from '../../support/databases.ts'
import { runApp } from './running-app.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('stopping', () => {
  it('finishes the running request, then refuses new ones, then releases', async () => {
    const order: string[] = []
    let entered: () => void = () => {}
    const inside = new Promise<void>((resolve) => {
      entered = resolve
    })
    const slow: Route = {
      area: 'admin',
      controller: 'Slow',
      action: 'index',
      method: 'GET',
      login: 'none',
      node: null,
      handler: async () => {
        entered()
        await wait(300)
        order.push('answered')
        return { data: 'done' }
      },
    }
    const running = await runApp(engines[0]!, { routes: [slow] })
    const address = await running.app.listen({ port: 0, host: '127.0.0.1' })
    const stop = createStop(running.app, async () => void order.push('released'))
    const answer = fetch(`${address}/admin/Slow/index`)
    await inside
    const stopped = stop()
    expect(stop()).toBe(stopped)
    expect(await (await answer).json()).toMatchObject({ code: 1, data: 'done' })
    await stopped
    expect(order).toEqual(['answered', 'released'])
    await expect(fetch(`${address}/healthz`)).rejects.toThrow()
    await running.database.dispose()
  })

  it('does not wait for idle connections', async () => {
    const running = await runApp(engines[0]!)
    await running.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = running.app.server.address() as AddressInfo
    const socket = await open(port)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    await createStop(running.app, async () => {})()
    socket.destroy()
    await running.database.dispose()
  })

  it('stops once on a signal and forgets its listeners', async () => {
    const before = process.listenerCount('SIGTERM')
    let stops = 0
    const forget = stopOnSignals(async () => void (stops += 1))
    expect(process.listenerCount('SIGTERM')).toBe(before + 1)
    process.emit('SIGTERM')
    expect([stops, process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual([
      1,
      before,
      process.listenerCount('SIGINT'),
    ])
    forget()
  })
})

describe('slow clients (T71)', () => {
  it('leave room for others', async () => {
    const running = await runApp(engines[0]!)
    const address = await running.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = running.app.server.address() as AddressInfo
    const sockets = await Promise.all(Array.from({ length: 500 }, () => open(port)))
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect(running.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 600_000, maxConnections: 4096 })
    for (const socket of sockets) socket.destroy()
    await running.dispose()
  })
})

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
  })
}

/**
 * One visitor opens as many connections as he can, idle or waiting for bodies: everybody else is served as before.
 * TABLEWRIGHT_TEST_SOCKETS says how many, `npm run test:faults` 4,200, more than the server takes in all.
 */
import { execFileSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socketLimits } from '../../../../runtime/server/http/connections/sockets.ts'
import { engines } from '../../../support/databases.ts'
import { head, openRaw, type RawClient } from '../raw-client.ts'
import { runApp, type RunningApp } from '../running-app.ts'

const count = Number(process.env['TABLEWRIGHT_TEST_SOCKETS'] ?? 84)
const share = count / 4200
const limits = {
  max: Math.floor(socketLimits.max * share),
  maxPerAddress: Math.floor(socketLimits.maxPerAddress * share),
}
const files = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
// Both ends of each connection are in this process.
const hasFiles = files === 'unlimited' || Number(files) > 2 * count + 500
if (!hasFiles) console.warn(`many sockets: not tested, because only ${files} files can be open here (ulimit -n)`)

const json = { 'Content-Type': 'application/json' }
const healthz = head('GET /healthz')

describe.runIf(hasFiles)(`${count} connections of one visitor`, () => {
  let running: RunningApp
  let port = 0
  const clients: RawClient[] = []
  beforeAll(async () => {
    running = await runApp(engines[0]!, { sockets: limits })
    await running.app.listen({ port: 0, host: '127.0.0.1', backlog: 1024 })
    port = (running.app.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    for (const { socket } of clients) socket.destroy()
    await running?.dispose()
  })

  const open = async (from: string, text: string): Promise<RawClient> => {
    const client = await openRaw(port, { from })
    clients.push(client)
    // The server may close the connection at any time.
    client.socket.on('error', () => undefined)
    client.write(text)
    return client
  }
  const ask = async (from: string): Promise<void> => {
    const client = await open(from, healthz)
    await client.until('{"status":"ok"}')
  }

  it.each([
    ['idle', '127.0.0.2', ''],
    ['in the middle of their headers', '127.0.0.3', 'GET /healthz HTTP/1.1\r\nX-Slow: '],
    [
      'announcing forms',
      '127.0.0.4',
      head('POST /admin/ajax/upload', { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': 100 }),
    ],
    ['announcing sign-ins', '127.0.0.5', head('POST /admin/Index/login', { ...json, 'Content-Length': 100 })],
    ['kept alive', '127.0.0.6', healthz],
  ])('leaves room for others: %s', async (_how, from, text) => {
    for (let at = 0; at < count; at += 1) await open(from, text)
    for (let at = 0; at < 10; at += 1) await ask('127.0.0.1')
    const held = clients.filter(({ socket }) => !socket.destroyed && socket.localAddress === from).length
    expect(held).toBeLessThanOrEqual(limits.maxPerAddress)
  })

  it('leaves room for others when several addresses join', async () => {
    for (let at = 0; at < count; at += 1) await open(`127.0.1.${1 + (at % 8)}`, '')
    for (let at = 0; at < 10; at += 1) await ask('127.0.0.1')
  })

  it('serves 200 devices behind one address, each with six connections', async () => {
    const devices = Math.round(200 * share)
    const own: RawClient[] = []
    for (let round = 0; round < 6; round += 1)
      for (let device = 0; device < devices; device += 1) {
        const client = await open('127.0.0.7', healthz)
        await client.until('{"status":"ok"}')
        own.push(client)
      }
    // Closed connections are opened anew by a browser; the latest of each device are open.
    const latest = own.slice(-devices)
    expect(latest.filter(({ socket }) => socket.destroyed)).toEqual([])
  })
})

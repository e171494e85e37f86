/**
 * Clients that show a list while servers and PostgreSQL are killed, and while another process imports: in the end every
 * one of them shows what is stored.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { HubFrame } from 'tablewright/protocol'
import { project, serve, type Running, type ServeOptions } from '../../../support/running.ts'
import { openStoppablePostgres } from '../../../support/stoppable-postgres.ts'
import { connect, type HubSocket } from '../hub-client.ts'

interface ListClient {
  readonly names: () => readonly string[]
  stop(): void
}

/** As our list does: it reads again when told, and whenever it has connected. */
function showList(server: () => Running): ListClient {
  let names: readonly string[] = []
  let isStopped = false
  let socket: HubSocket | null = null
  let version = 0
  const read = async (): Promise<void> => {
    if (isStopped) return
    const own = ++version
    const answer = await server()
      .api<{ list: { name: string }[] }>('/admin/wms.Unit/index?limit=100&order=id,asc')
      .catch(() => null)
    if (answer?.code === 1 && own === version) names = answer.data.list.map(({ name }) => name)
    else if (own === version) setTimeout(() => void read(), 200)
  }
  const run = async (): Promise<void> => {
    while (!isStopped) {
      try {
        const { address, token } = server()
        socket = await connect({ address, token })
        socket.socket.on('message', (raw) => {
          const { type } = JSON.parse(String(raw)) as HubFrame
          if (type === 'subscribed' || type === 'event') void read()
        })
        socket.send({ type: 'subscribe', topic: 'list:wms/unit' })
        await socket.untilClosed()
      } catch {
        // The server is away.
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  void run()
  return {
    names: () => names,
    stop() {
      isStopped = true
      socket?.socket.terminate()
    },
  }
}

describe('lists of connected clients', () => {
  const clients: ListClient[] = []
  const servers: Running[] = []
  /** Clients first: they look for their server for as long as they run. */
  const stopAll = async (): Promise<void> => {
    clients.splice(0).forEach((client) => client.stop())
    for (const server of servers.splice(0)) await server.stop()
  }
  afterEach(stopAll)
  const start = async (index: number, options: ServeOptions): Promise<void> => {
    servers[index] = await serve({ demo: false, ...options })
  }
  const add = (index: number, name: string) => servers[index]!.api('/admin/wms.Unit/add', { name })
  const expectAll = async (names: readonly string[]): Promise<void> => {
    for (const client of clients) await expect.poll(client.names, { timeout: 60_000 }).toEqual(names)
  }

  it('equal the table after servers and PostgreSQL were killed', async () => {
    const postgres = await openStoppablePostgres()
    try {
      const options = { databaseUrl: postgres.url }
      await start(0, options)
      await start(1, options)
      for (let count = 0; count < 8; count++) clients.push(showList(() => servers[count % 2]!))
      const names: string[] = []
      const addAll = async (round: string): Promise<void> => {
        for (const index of [0, 1]) {
          expect(await add(index, `${round}${index}`)).toMatchObject({ code: 1 })
          names.push(`${round}${index}`)
        }
      }
      await addAll('a')
      await expectAll(names)
      await servers[0]!.kill()
      await start(0, options)
      await addAll('b')
      await expectAll(names)
      await postgres.end('SIGQUIT')
      await postgres.start()
      await expect.poll(async () => (await add(0, 'c').catch(() => null))?.code, { timeout: 60_000 }).toBe(1)
      names.push('c')
      await addAll('d')
      await expectAll(names)
    } finally {
      await stopAll()
      await postgres.dispose()
    }
  }, 600_000)

  it('equal the table after another process has imported into SQLite', async () => {
    await start(0, {})
    for (let count = 0; count < 4; count++) clients.push(showList(() => servers[0]!))
    expect(await add(0, 'first')).toMatchObject({ code: 1 })
    await expectAll(['first'])
    const { dataFolder } = servers[0]!
    const file = join(dataFolder, 'units.csv')
    writeFileSync(file, 'name\nsecond\nthird\n')
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(project, 'cli/tablewright.mjs'), 'import', 'wms/unit', file, '--data', dataFolder],
      { cwd: project, encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(status).toBe(0)
    await expectAll(['first', 'second', 'third'])
  }, 600_000)
})

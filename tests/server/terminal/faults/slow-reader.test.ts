/** T65: clients that never read what the terminal sends do not make the server grow, and their commands end. */
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { openTerminalApp } from '../terminal-client.ts'

/** Runs of which nobody reads the output; none in the short suite, which shares its memory with other tests. */
const rounds = Number(process.env['TABLEWRIGHT_TEST_STREAMS'] ?? 0)
const megabyte = 1024 * 1024

it.skipIf(rounds === 0)('T65: slow readers hold the memory flat', { timeout: 300_000 }, async () => {
  const app = await openTerminalApp(engines[0]!, {
    check: `const line = 'x'.repeat(65536) + '\\n'
for (;;) if (!process.stdout.write(line)) await new Promise((next) => process.stdout.once('drain', next))`,
  })
  try {
    const { port } = new URL(app.address)
    const command = 'tablewright.check'
    const runUnread = async (): Promise<void> => {
      const query = new URLSearchParams({ command, uuid: 't', batoken: await app.ticket(1, command, 't') })
      const started = app.spawned.length
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`GET /admin/ajax/terminal?${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
      await vi.waitFor(() => expect(app.spawned.length).toBe(started + 1), 10_000)
      const child = app.spawned.at(-1)!
      await vi.waitFor(() => expect(child.exitCode ?? child.signalCode).not.toBeNull(), 20_000)
      socket.destroy()
    }
    for (let warm = 0; warm < 5; warm += 1) await runUnread()
    const before = process.memoryUsage().rss
    for (let round = 0; round < rounds; round += 1) await runUnread()
    expect((process.memoryUsage().rss - before) / megabyte).toBeLessThan(40)
  } finally {
    await app.dispose()
  }
})

// Ports for servers of tests and benchmarks, which are processes of their own and listen a moment later.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to clients and to `listen(0)`, and above those that browsers refuse. */
const first = 11_000
const last = 30_000

/** A port nobody listens on. In a range where nobody else takes one until the server listens. */
export async function freePort() {
  for (;;) {
    const port = randomInt(first, last)
    if (await isFree(port)) return port
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/**
 * Detects a PostgreSQL server that keeps its connections open without answering: it is stopped, or the network drops
 * the packets. A slow statement alone proves nothing, so when one takes long, a second connection checks whether the
 * server answers.
 */
import type { Socket } from 'node:net'
import type pg from 'pg'

/** How long a connection is in use before the check, and how long the answer may take, in milliseconds. */
const timeoutMs = 3000
const intervalMs = 500

/** Messages of `pg` when nothing answers; any other error is an answer or the end of the connection. */
const silenceMessage = /^(timeout expired|Query read timeout)$/

/** Destroys the connections in use when the server has stopped answering, so that their callers get an error. */
export function startHealthMonitor(pool: pg.Pool, url: string): void {
  const inUse = new Map<pg.PoolClient, number>()
  let isChecking = false
  const check = async (): Promise<void> => {
    if (pool.ending) return clearInterval(timer)
    const startedAt = performance.now()
    if (isChecking || ![...inUse.values()].some((since) => startedAt - since > timeoutMs)) return
    isChecking = true
    const isSilent = await isServerSilent(url)
    isChecking = false
    if (isSilent) for (const [client, since] of inUse) if (since < startedAt) socketOf(client).destroy()
  }
  const timer = setInterval(() => void check(), intervalMs)
  timer.unref()
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (_error, client) => inUse.delete(client as pg.PoolClient))
  pool.on('remove', (client) => inUse.delete(client as pg.PoolClient))
}

async function isServerSilent(url: string): Promise<boolean> {
  const { default: driver } = await import('pg')
  const client = new driver.Client({
    connectionString: url,
    application_name: 'tablewright health monitor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return false
  } catch (error) {
    return error instanceof Error && silenceMessage.test(error.message)
  } finally {
    // The driver's own `end` waits for the server.
    socketOf(client).destroy()
  }
}

/** The socket of a connection, of which the types of the driver do not tell. */
const socketOf = (client: pg.Client | pg.PoolClient): Socket =>
  // The types of pg leave its connection out.
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream

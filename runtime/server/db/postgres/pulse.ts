/**
 * Notices a PostgreSQL that holds its connections open and answers nothing: stopped, or behind a network that drops what is
 * sent. A slow statement alone is no sign, so when one takes long, another connection asks whether anybody is there.
 */
import type { Socket } from 'node:net'
import pg from 'pg'

/** How long a connection is in use before we ask, and how long the answer may take, in milliseconds. */
const patience = 3000
const rhythm = 500

/** What `pg` says when nobody answers; any other error is an answer, or the end of the connection. */
const silence = /^(timeout expired|Query read timeout)$/

/** Cuts the connections in use once the server has fallen silent: whoever waits on them is told that it cannot be reached. */
export function watchPulse(pool: pg.Pool, url: string): void {
  const inUse = new Map<pg.PoolClient, number>()
  let isAsking = false
  const look = async (): Promise<void> => {
    if (pool.ending) return clearInterval(timer)
    const asked = performance.now()
    if (isAsking || ![...inUse.values()].some((since) => asked - since > patience)) return
    isAsking = true
    const isSilent = await isServerSilent(url)
    isAsking = false
    if (isSilent) for (const [client, since] of inUse) if (since < asked) socketOf(client).destroy()
  }
  const timer = setInterval(() => void look(), rhythm)
  timer.unref()
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (_error, client) => inUse.delete(client as pg.PoolClient))
  pool.on('remove', (client) => inUse.delete(client as pg.PoolClient))
}

async function isServerSilent(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tablewright pulse',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return false
  } catch (error) {
    return error instanceof Error && silence.test(error.message)
  } finally {
    socketOf(client).destroy()
  }
}

/** The driver's own way to end a connection waits for the server. */
const socketOf = (client: pg.Client | pg.PoolClient): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream

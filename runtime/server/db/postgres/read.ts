/** Runs reads within their limits: a statement that reaches them is cancelled on the server. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import pLimit from 'p-limit'
import type { ReadLimits } from '../limits/read-limits.ts'
import { codeOf, StoreError } from '../store-error.ts'
import type { Statement } from '../tables.ts'

/** Where statements run, and where connections that cancel them go. */
export interface ReadTarget {
  readonly pool: pg.Pool
  readonly url: string
}

type AccountLimits = ReadLimits & { readonly account: number }

type Read<R> = (client: pg.PoolClient, refuseCancelled: () => void) => Promise<R[]>

/** One round trip; its deadline is watched from here. Rejects with a StoreError when the read reaches its limits. */
export function runRead<R extends object>(
  target: ReadTarget,
  { sql, parameters }: Statement,
  limits: ReadLimits,
): Promise<R[]> {
  return withCancellation(target, limits, true, async (client) => (await client.query<R>(sql, [...parameters])).rows)
}

/**
 * A heavy read of an account: one at a time in all processes, because the transaction holds a lock that bears the
 * account's number. The server itself ends the statement at its deadline. Rejects with a StoreError like `runRead`, or
 * with `occupied`.
 */
export function runAccountRead<R extends object>(
  target: ReadTarget,
  { sql, parameters }: Statement,
  limits: AccountLimits,
): Promise<R[]> {
  return withCancellation(target, limits, false, async (client, refuseCancelled) => {
    try {
      await client.query(beginRead(limits))
      refuseCancelled()
      const { rows } = await client.query<R>(sql, [...parameters])
      await client.query('commit')
      return rows
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (codeOf(error) === lockNotAvailable)
        throw new StoreError('occupied', 'another heavy read of the account is running', error)
      throw error
    }
  })
}

const lockNotAvailable = '55P03'
const queryCancelled = '57014'

function beginRead({ account, deadlineMs }: AccountLimits): string {
  const timeout = Math.max(1, Math.floor(deadlineMs))
  // The lock comes before the deadline of the statement, which would end the wait for it as well.
  return `begin read only; set local lock_timeout = ${timeout};
    select pg_advisory_xact_lock(hashtextextended('tablewright read:' || current_schema(), ${account}));
    set local statement_timeout = ${timeout}`
}

async function withCancellation<R>(
  { pool, url }: ReadTarget,
  limits: ReadLimits,
  hasTimer: boolean,
  read: Read<R>,
): Promise<R[]> {
  if (limits.signal?.aborted) throw endedError('cancelled')
  const client = await pool.connect()
  return guardRead(
    { url, client, limits, hasTimer },
    (refuseCancelled) => read(client, refuseCancelled),
    (isSpoiled) => client.release(isSpoiled),
  )
}

interface GuardedRead {
  readonly url: string
  readonly client: pg.PoolClient
  readonly limits: ReadLimits
  /** The deadline is watched from here; otherwise by the server of the database. */
  readonly hasTimer: boolean
}

/**
 * Ends the read when it reaches its limits.
 * @param finish is called at its end; with true when a cancel request was sent, which may arrive late and would hit the
 * next statement of the connection
 */
export async function guardRead<T>(
  { url, client, limits: { signal, deadlineMs }, hasTimer }: GuardedRead,
  read: (refuseCancelled: () => void) => Promise<T>,
  finish: (isSpoiled: boolean) => void,
): Promise<T> {
  let reason: 'cancelled' | 'deadline' | null = null
  const refuseCancelled = (): void => {
    if (reason !== null) throw endedError(reason)
  }
  let isRunning = true
  let cancelling = Promise.resolve(false)
  const cancel = (why: 'cancelled' | 'deadline') => (): void => {
    if (reason !== null) return
    reason = why
    cancelling = cancelUntilDone(url, client, () => isRunning)
  }
  const onAbort = cancel('cancelled')
  const timer = hasTimer ? setTimeout(cancel('deadline'), deadlineMs) : undefined
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) reason = 'cancelled'
  try {
    refuseCancelled()
    return await read(refuseCancelled)
  } catch (error) {
    if (codeOf(error) === queryCancelled) throw endedError(reason ?? 'deadline', error)
    throw error
  } finally {
    isRunning = false
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    finish(await cancelling)
  }
}

const endedError = (reason: 'cancelled' | 'deadline', cause?: unknown): StoreError =>
  new StoreError(reason, `the read was ended: ${reason}`, cause)

/**
 * Milliseconds before each request. Most reads of clients that leave end by themselves before the first one; one that
 * arrives between two statements has no effect and is repeated.
 */
const pauseMs = 50
/** How long a connection that cancels may take, in milliseconds. */
const cancelTimeoutMs = 3000
/** Connections that cancel at the same time. */
const limitCancels = pLimit(2)

/** @returns whether a request was sent */
async function cancelUntilDone(url: string, client: pg.PoolClient, isRunning: () => boolean): Promise<boolean> {
  let isSent = false
  await pause(pauseMs)
  while (isRunning()) {
    await limitCancels(async () => {
      if (!isRunning()) return
      isSent = true
      await cancelBackend(url, client)
    })
    await pause(pauseMs)
  }
  return isSent
}

/** The pool may have no free connection at such a moment, so the request has its own. */
async function cancelBackend(url: string, client: pg.PoolClient): Promise<void> {
  const { processID } = client as unknown as { readonly processID: number }
  const { default: driver } = await import('pg')
  const other = new driver.Client({
    connectionString: url,
    application_name: 'tablewright cancel',
    connectionTimeoutMillis: cancelTimeoutMs,
    query_timeout: cancelTimeoutMs,
  })
  other.on('error', () => {})
  try {
    await other.connect()
    await other.query('select pg_cancel_backend($1)', [processID])
  } catch {
    // The statement still ends at the server's own timeout.
  } finally {
    await other.end().catch(() => {})
  }
}

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

type Read<T> = (client: pg.PoolClient, refuseCancelled: () => void) => Promise<T>

/** Runs one statement of a read. @returns its rows */
export type RunStatement = <R extends object>(statement: Statement) => Promise<R[]>

/** One round trip; its deadline is watched from here. Rejects with a StoreError when the read reaches its limits. */
export function runRead<R extends object>(
  target: ReadTarget,
  { sql, parameters }: Statement,
  limits: ReadLimits,
): Promise<R[]> {
  return withCancellation(target, limits, true, async (client) => (await client.query<R>(sql, [...parameters])).rows)
}

/**
 * Statements that see the same moment's data and share the deadline, at which the server itself ends them. Of an
 * account, one such read runs at a time in all processes, because the transaction holds a lock that bears its number.
 * Rejects with a StoreError like `runRead`, or with `occupied`.
 */
export function runReads<T>(
  target: ReadTarget,
  limits: ReadLimits,
  read: (run: RunStatement) => Promise<T>,
): Promise<T> {
  return withCancellation(target, limits, false, async (client, refuseCancelled) => {
    let left = limits.deadlineMs
    const run: RunStatement = async <R extends object>({ sql, parameters }: Statement) => {
      refuseCancelled()
      // A round trip more, which quick statements are spared.
      if (left < limits.deadlineMs * 0.9) await client.query(`set local statement_timeout = ${timeoutOf(left)}`)
      const began = performance.now()
      const { rows } = await client.query<R>(sql, [...parameters])
      left -= performance.now() - began
      return rows
    }
    try {
      await client.query(beginReads(limits))
      const result = await read(run)
      await client.query('commit')
      return result
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

/** 0 would mean none. */
const timeoutOf = (ms: number): number => Math.max(1, Math.floor(ms))

function beginReads({ account, deadlineMs }: ReadLimits): string {
  const timeout = timeoutOf(deadlineMs)
  const begin = 'begin isolation level repeatable read read only'
  if (account === null) return `${begin}; set local statement_timeout = ${timeout}`
  // The lock comes before the deadline of the statements, which would end the wait for it as well.
  return `${begin}; set local lock_timeout = ${timeout};
    select pg_advisory_xact_lock(hashtextextended('tablewright read:' || current_schema(), ${account}));
    set local statement_timeout = ${timeout}`
}

async function withCancellation<T>(
  { pool, url }: ReadTarget,
  limits: ReadLimits,
  hasTimer: boolean,
  read: Read<T>,
): Promise<T> {
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
  // The types of pg leave the number of its process out.
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

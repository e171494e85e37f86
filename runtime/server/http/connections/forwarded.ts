/**
 * `X-Forwarded-For` from an address that is no trusted proxy. Such a header is ignored, so everyone behind a proxy that
 * was forgotten in the settings counts as one address and shares its limits. The log and the dashboard say so.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nowSeconds } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { metaTable } from '../../db/ownership.ts'

const key = 'forwarded_header'
/** Milliseconds between two notes of one process. */
const noteInterval = 3_600_000
/** Seconds for which the dashboard shows a note. */
const noteLife = 86_400

/** Notes such requests, at most once an hour, in the log and in the database for the dashboard. */
export function watchForwardedHeaders(app: FastifyInstance, database: Database): void {
  let notedAt: number | null = null
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (!isUnexpected(request) || (notedAt !== null && performance.now() - notedAt < noteInterval)) return
    notedAt = performance.now()
    const address = request.socket.remoteAddress ?? ''
    request.log.warn(
      { address },
      'X-Forwarded-For is ignored: its sender is no trusted proxy. If it is yours, set TABLEWRIGHT_TRUSTED_PROXIES',
    )
    // Requests do not wait for the note, nor fail with it.
    void store(database, address).catch((error: unknown) => request.log.error({ err: error }, 'note not stored'))
  })
}

/** The list of addresses has more than the sender's own only if the sender is trusted. */
const isUnexpected = (request: FastifyRequest): boolean =>
  request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) <= 1

async function store(database: Database, address: string): Promise<void> {
  const value = JSON.stringify({ time: nowSeconds(), address })
  await database.write((trx) =>
    trx
      .insertInto(metaTable)
      .values({ key, value })
      .onConflict((on) => on.column('key').doUpdateSet({ value }))
      .execute(),
  )
}

/** The address that sent such a header within the last day, null when there was none. */
export async function unexpectedForwarder({ query }: Pick<Database, 'query'>): Promise<string | null> {
  const row = await query.selectFrom(metaTable).select('value').where('key', '=', key).executeTakeFirst()
  if (!row) return null
  const { time, address } = JSON.parse(String(row['value'])) as { readonly time: number; readonly address: string }
  return Math.abs(nowSeconds() - time) < noteLife ? address : null
}

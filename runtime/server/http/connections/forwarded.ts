/**
 * Whom `X-Forwarded-For` names. A header from an address that is no trusted proxy is ignored, so everyone behind a
 * proxy that was forgotten in the settings counts as one address and shares its limits. What a trusted proxy sends may
 * have ports; an entry that is no address is ignored with all before it. The log and the dashboard say so.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nowSeconds } from '../../core/clock.ts'
import type { Database } from '../../db/database.ts'
import { metaTable } from '../../db/ownership.ts'
import { readIpAddress } from '../../operation/limits/ip-network.ts'
import type { AddressTest } from './sockets.ts'

/** What is wrong with a header, and the key under which the database notes who sent it last. */
const noteKeys = { untrusted: 'forwarded_header', noAddress: 'forwarded_address' } as const
export type ForwardedProblem = keyof typeof noteKeys
const problems = Object.keys(noteKeys) as ForwardedProblem[]

const sentences: Readonly<Record<ForwardedProblem, string>> = {
  untrusted:
    'X-Forwarded-For is ignored: its sender is no trusted proxy. If it is yours, set TABLEWRIGHT_TRUSTED_PROXIES',
  noAddress: 'X-Forwarded-For is ignored: it names no address. Everyone behind this proxy counts as one client',
}

const header = 'x-forwarded-for'
/** Milliseconds between two notes of one process about the same problem. */
const noteInterval = 3_600_000
/** Seconds for which the dashboard shows a note. */
const noteLife = 86_400

/**
 * Leaves nothing but addresses in the header, before anything reads the address of the client, and notes what is wrong
 * with it, at most once an hour, in the log and in the database for the dashboard.
 */
export function readForwardedHeaders(app: FastifyInstance, database: Database, isTrusted: AddressTest): void {
  const notedAt = new Map<ForwardedProblem, number>()
  const note = (request: FastifyRequest, problem: ForwardedProblem): void => {
    if (performance.now() - (notedAt.get(problem) ?? -noteInterval) < noteInterval) return
    notedAt.set(problem, performance.now())
    const address = request.socket.remoteAddress ?? ''
    request.log.warn({ address }, sentences[problem])
    // Requests do not wait for the note, nor fail with it.
    void store(database, problem, address).catch((error: unknown) =>
      request.log.error({ err: error }, 'note not stored'),
    )
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const value = request.raw.headers[header]
    if (value === undefined || String(value).trim() === '') return done()
    if (!isTrusted(request.socket.remoteAddress ?? '')) note(request, 'untrusted')
    else {
      const { addresses, isComplete } = readAddresses(String(value), isTrusted)
      if (addresses.length === 0) delete request.raw.headers[header]
      else request.raw.headers[header] = addresses.join(', ')
      if (!isComplete) note(request, 'noAddress')
    }
    done()
  })
}

/**
 * The proxies and before them the client, as far as each entry is an address: what the client itself sent stands before
 * them and counts for nothing.
 */
function readAddresses(
  list: string,
  isTrusted: AddressTest,
): { readonly addresses: readonly string[]; readonly isComplete: boolean } {
  const addresses: string[] = []
  for (const entry of list.split(',').reverse()) {
    // Guard T35: a port is no part of an address.
    // Without: const address = entry.trim()
    const address = readIpAddress(entry)
    if (address === null) return { addresses, isComplete: false }
    addresses.unshift(address)
    if (!isTrusted(address)) break
  }
  return { addresses, isComplete: true }
}

async function store(database: Database, problem: ForwardedProblem, address: string): Promise<void> {
  const key = noteKeys[problem]
  const value = JSON.stringify({ time: nowSeconds(), address })
  await database.write((trx) =>
    trx
      .insertInto(metaTable)
      .values({ key, value })
      .onConflict((on) => on.column('key').doUpdateSet({ value }))
      .execute(),
  )
}

/** What was wrong with such headers within the last day, with the address that sent the last one. */
export async function forwardedProblems({
  query,
}: Pick<Database, 'query'>): Promise<readonly { readonly problem: ForwardedProblem; readonly address: string }[]> {
  const rows = await query
    .selectFrom(metaTable)
    .select(['key', 'value'])
    .where('key', 'in', Object.values(noteKeys))
    .execute()
  return problems.flatMap((problem) => {
    const row = rows.find(({ key }) => key === noteKeys[problem])
    if (!row) return []
    const { time, address } = JSON.parse(String(row['value'])) as { readonly time: number; readonly address: string }
    return Math.abs(nowSeconds() - time) < noteLife ? [{ problem, address }] : []
  })
}

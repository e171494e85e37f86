/**
 * Requests that come with an `Idempotency-Key`: the first one is done, the same one again gets the same answer. The key is
 * taken in the transaction of the work itself, so one who comes while that runs waits for it, and a crash leaves neither.
 */
import { sql } from 'kysely'
import { codes } from '../../protocol/index.ts'
import type { Transaction } from '../db/tables.ts'
import { find, keep, purge, take, type Claim, type Kept } from './idempotency-store.ts'
import { Refusal } from '../errors/refusal.ts'
import { headerText } from '../http/language.ts'
import { refusalAnswer } from '../http/refusal-answer.ts'
import type { RequestScope, RouteAnswer } from '../http/route.ts'

type Answer = Extract<RouteAnswer, { readonly data: unknown }>

/** Thrown out of a transaction that has nothing to do: the answer is known. */
class Known extends Error {
  readonly kept: Kept

  constructor(kept: Kept) {
    super('known')
    this.kept = kept
  }
}

/**
 * Runs the work of a request once for its key; without a key it just runs. The write that counts takes the key (`writeOnce`):
 * what it resolves with is the `data` of the answer.
 * @param part which part of the request's work, "" when it is all of it
 * Throws a Refusal `invalid` when the key is none or was used with another body; else what the work throws.
 */
export async function once(
  scope: RequestScope,
  part: string,
  work: (scope: RequestScope) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  const claim = claimOf(scope, part)
  if (claim === null) return work(scope)
  const known = await find(scope.database, claim)
  if (known) return replayed(known)
  try {
    const answer = await work({ ...scope, withIdempotency: keyed(scope, claim) })
    // The work is done and kept with its data: a failure to add the words to it must not make the answer look like one.
    await amend(scope, claim, answer).catch((error: unknown) =>
      scope.request.log.error({ err: error }, 'answer kept without its words'),
    )
    return answer
  } catch (error) {
    if (error instanceof Known) return replayed(error.kept)
    if (!(error instanceof Refusal)) throw error
    const settled = await amend(scope, claim, refusalAnswer(error, scope.language))
    if (settled) return replayed(settled)
    throw error
  }
}

/** Printable ASCII, as a header can carry it. */
const keyShape = /^[\x21-\x7e]{1,255}$/

function claimOf({ request, actor, body }: RequestScope, part: string): Claim | null {
  const key = headerText(request, 'idempotency-key')
  if (key === undefined || key === '' || actor === null) return null
  if (!keyShape.test(key)) throw new Refusal('invalid', { text: 'problem.idempotency_key' })
  const { controller, action } = request.params as { readonly controller: string; readonly action: string }
  return {
    admin: actor.id,
    route: `${controller}/${action}${part === '' ? '' : `#${part}`}`.toLowerCase().slice(0, 200),
    key,
    body,
  }
}

/** Takes the key for a request whose parts are then done by `once`, so that another body under it is noticed. Throws a Refusal `invalid`. */
export async function holdKey(scope: RequestScope): Promise<void> {
  const claim = claimOf(scope, '')
  if (claim === null) return
  const known = (await find(scope.database, claim)) ?? (await scope.database.write((trx) => take(trx, claim)))
  if (known) replayed(known)
}

function replayed(kept: Kept): RouteAnswer {
  if (kept?.is === 'answer') return kept.answer as Answer
  throw new Refusal('invalid', { text: 'problem.idempotency_reused' })
}

/** A write that takes the key first and keeps the answer with what it writes; a refusal keeps the answer alone. */
function keyed({ database, language }: RequestScope, claim: Claim): NonNullable<RequestScope['withIdempotency']> {
  return async (work) => {
    const done = await database.write(async (trx) => {
      const kept = await take(trx, claim)
      if (kept) throw new Known(kept)
      await purge(trx)
      const result = await attempt(trx, work)
      await keep(
        trx,
        claim,
        result instanceof Refusal ? refusalAnswer(result, language) : { code: codes.ok, data: result },
      )
      return result
    })
    if (done instanceof Refusal) throw done
    return done
  }
}

/** The work behind a savepoint: when it refuses, all it wrote is taken back and the transaction goes on. */
async function attempt<T>(trx: Transaction, work: (trx: Transaction) => Promise<T>): Promise<T | Refusal> {
  await sql`savepoint work`.execute(trx)
  try {
    return await work(trx)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint work`.execute(trx)
    return error
  }
}

/**
 * Completes the kept answer with what the client is told beside the data, and keeps refusals that came before any write.
 * @returns the answer another request with this key was given in the meantime, null when ours stands
 */
function amend({ database }: RequestScope, claim: Claim, answer: RouteAnswer): Promise<Kept> {
  return database.write(async (trx) => {
    const kept = await take(trx, claim)
    if (kept?.is === 'other' || (kept?.is === 'answer' && !isSame(kept.answer, answer))) return kept
    await keep(trx, claim, answer)
    return null
  })
}

/** The kept answer is the one about to be told, but for its words and the current row. */
function isSame(kept: unknown, answer: RouteAnswer): boolean {
  if (!('data' in answer)) return false
  const { code = codes.ok, data } = kept as Answer
  if (code !== (answer.code ?? codes.ok)) return false
  return code === codes.ok
    ? JSON.stringify(data) === JSON.stringify(answer.data)
    : reasonOf(data) === reasonOf(answer.data)
}

const reasonOf = (data: unknown): unknown => (data as { readonly reason?: unknown } | null)?.reason

/**
 * Requests with an `Idempotency-Key`: the first one is executed, and repetitions get the same answer. The key is
 * claimed in the transaction of the work itself, so a repetition waits while it runs, and a crash leaves neither.
 */
import { sql } from 'kysely'
import { codes } from '../../protocol/index.ts'
import type { Transaction } from '../db/tables.ts'
import {
  findResponse,
  storeResponse,
  purgeExpired,
  claimKey,
  type IdempotentRequest,
  type StoredResponse,
} from './idempotency-store.ts'
import { AppError } from '../core/errors/app-error.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { headerText } from './language.ts'
import { errorAnswer } from './error-answer.ts'
import { RouteReply } from './route-reply.ts'
import type { RequestScope, RouteAnswer } from './route.ts'

type Answer = Extract<RouteAnswer, { readonly data: unknown }>

/** Ends a transaction that has nothing to do, because the response is stored already. */
class AlreadyAnswered extends AppError<'already_answered'> {
  readonly response: StoredResponse

  constructor(response: StoredResponse) {
    super('AlreadyAnswered', 'already_answered', 'the request was answered before')
    this.response = response
  }
}

/**
 * Runs the work of a request once per key; without a key it simply runs. The decisive write claims the key
 * (`writeOnce`), and what it resolves with is the answer, or the `data` of one.
 * @param part the part of the request's work, "" for all of it
 * @throws an OperationError `invalid` when the key is invalid or was used with another body; otherwise what the work
 * throws
 */
export async function withIdempotency(
  scope: RequestScope,
  part: string,
  work: (scope: RequestScope) => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  const claim = idempotentRequestOf(scope, part)
  if (claim === null) return work(scope)
  const response = await findResponse(scope.database, claim)
  if (response) return replay(response)
  try {
    const answer = await work({ ...scope, withIdempotency: createIdempotentWrite(scope, claim) })
    // The work is done and its data stored: a failure to complete the stored response must not fail the request.
    await completeResponse(scope, claim, answer).catch((error: unknown) =>
      scope.request.log.error({ err: error }, 'answer kept without its words'),
    )
    return answer
  } catch (error) {
    if (error instanceof AlreadyAnswered) return replay(error.response)
    if (!(error instanceof OperationError)) throw error
    const response = await completeResponse(scope, claim, errorAnswer(error, scope.language))
    if (response) return replay(response)
    throw error
  }
}

/** Printable ASCII, as a header can carry it. */
const keyShape = /^[\x21-\x7e]{1,255}$/

function idempotentRequestOf({ request, actor, member, body }: RequestScope, part: string): IdempotentRequest | null {
  const key = headerText(request, 'idempotency-key')
  // Guard T21: a member's key is none of the administrator of the same id.
  // Without: const account = actor?.id ?? member?.id
  const account = actor?.id ?? (member ? -member.id : undefined)
  if (key === undefined || key === '' || account === undefined) return null
  if (!keyShape.test(key)) throw new OperationError('invalid', { text: 'problem.idempotency_key' })
  const { controller, action } = request.params as { readonly controller: string; readonly action: string }
  return {
    account,
    route: `${controller}/${action}${part === '' ? '' : `#${part}`}`.toLowerCase().slice(0, 200),
    key,
    body,
  }
}

/**
 * Claims the key for a request that is then executed in parts, so that another body with the same key is detected.
 * Throws an OperationError `invalid`.
 */
export async function reserveKey(scope: RequestScope): Promise<void> {
  const claim = idempotentRequestOf(scope, '')
  if (claim === null) return
  const response =
    (await findResponse(scope.database, claim)) ?? (await scope.database.write((trx) => claimKey(trx, claim)))
  if (response) replay(response)
}

function replay(response: StoredResponse): RouteAnswer {
  if (response?.is === 'answer') return response.answer as Answer
  throw new OperationError('invalid', { text: 'problem.idempotency_reused' })
}

/**
 * A write that claims the key first and stores the response with its data; after a refusal only the response is stored.
 */
function createIdempotentWrite(
  { database, language }: RequestScope,
  claim: IdempotentRequest,
): NonNullable<RequestScope['withIdempotency']> {
  return async (work) => {
    const done = await database.write(async (trx) => {
      const response = await claimKey(trx, claim)
      if (response) throw new AlreadyAnswered(response)
      await purgeExpired(trx)
      const result = await runInSavepoint(trx, work)
      await storeResponse(
        trx,
        claim,
        result instanceof OperationError
          ? errorAnswer(result, language)
          : result instanceof RouteReply
            ? result.answer
            : { code: codes.ok, data: result },
      )
      return result
    })
    if (done instanceof OperationError) throw done
    return done
  }
}

/** Runs the work in a savepoint: a refusal rolls back what it wrote, and the transaction continues. */
async function runInSavepoint<T>(
  trx: Transaction,
  work: (trx: Transaction) => Promise<T>,
): Promise<T | OperationError> {
  await sql`savepoint work`.execute(trx)
  try {
    return await work(trx)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    await sql`rollback to savepoint work`.execute(trx)
    return error
  }
}

/**
 * Completes the stored response with the message, and stores refusals that happened before any write.
 * @returns the response that another request with this key received in the meantime; null when ours was stored
 */
function completeResponse(
  { database }: RequestScope,
  claim: IdempotentRequest,
  answer: RouteAnswer,
): Promise<StoredResponse> {
  return database.write(async (trx) => {
    const response = await claimKey(trx, claim)
    if (response?.is === 'other' || (response?.is === 'answer' && !isSame(response.answer, answer))) return response
    await storeResponse(trx, claim, answer)
    return null
  })
}

/** True when the stored response equals the new one, apart from its message and the current row. */
function isSame(storedAnswer: unknown, answer: RouteAnswer): boolean {
  if (!('data' in answer)) return false
  const { code = codes.ok, data } = storedAnswer as Answer
  if (code !== (answer.code ?? codes.ok)) return false
  return code === codes.ok
    ? JSON.stringify(data) === JSON.stringify(answer.data)
    : reasonOf(data) === reasonOf(answer.data)
}

const reasonOf = (data: unknown): unknown => (data as { readonly reason?: unknown } | null)?.reason

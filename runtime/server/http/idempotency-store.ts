/**
 * Responses stored under the idempotency keys of their requests, so that a repeated request is answered without being
 * executed again. Only hashes of key and body are stored.
 */
import { createHash } from 'node:crypto'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../operation/access/system-tables.ts'
import { nowSeconds } from '../core/clock.ts'
import { removeFreeRows } from '../db/index.ts'
import { isRemovable } from '../operation/limits/retention.ts'

/** Seconds a response is stored at least; `retention.ts` decides when it goes. */
const retentionSeconds = 86_400

/** Expired rows removed with each new key. */
const purgeBatchSize = 50

/** The account, route, key and body of a request. */
export interface IdempotentRequest {
  /** Id of the administrator, or the negative one of the member. */
  readonly account: number
  /** Route, and part of the work where one request does several. */
  readonly route: string
  readonly key: string
  readonly body: unknown
}

/** `other` = the key was used with another body. */
export type StoredResponse = { readonly is: 'answer'; readonly answer: unknown } | { readonly is: 'other' } | null

const table = 'idempotency'

/** The response stored for the request; null when there is none. */
export async function findResponse(
  { query }: Pick<SystemDatabase, 'query'>,
  claim: IdempotentRequest,
): Promise<StoredResponse> {
  return responseIn(await rowOf(query, claim), claim)
}

/**
 * Claims the key inside the transaction of the work; requests with the same key wait until that transaction ends.
 * @returns the stored response; null = the key was claimed
 */
export async function claimKey(trx: SystemTransaction, claim: IdempotentRequest): Promise<StoredResponse> {
  await whereKey(trx.deleteFrom(table), claim).where(isRemovable('create_time', retentionSeconds)).execute()
  const { account, route } = claim
  const inserted = await trx
    .insertInto(table)
    .values({
      admin_id: account,
      route,
      key_hash: keyHash(claim),
      body_hash: bodyHash(claim),
      answer: null,
      create_time: nowSeconds(),
      version: 1,
    })
    .onConflict((on) => on.columns(['admin_id', 'route', 'key_hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted ? null : responseIn(await rowOf(trx, claim), claim)
}

export async function storeResponse(trx: SystemTransaction, claim: IdempotentRequest, answer: unknown): Promise<void> {
  await whereKey(trx.updateTable(table).set({ answer: JSON.stringify(answer) }), claim).execute()
}

/**
 * Removes expired responses, a few at a time, except those that another transaction has locked: they are locked until
 * the whole request ends.
 */
export async function purgeExpired(trx: SystemTransaction): Promise<void> {
  await removeFreeRows(trx, table, isRemovable('create_time', retentionSeconds), purgeBatchSize)
}

async function rowOf(
  query: Pick<SystemTransaction, 'selectFrom'>,
  claim: IdempotentRequest,
): Promise<SystemRow<'idempotency'> | undefined> {
  return whereKey(query.selectFrom(table).selectAll(), claim)
    .where(({ not }) => not(isRemovable('create_time', retentionSeconds)))
    .executeTakeFirst()
}

interface Narrowable<Self> {
  where(column: string, operator: '=', value: string | number): Self
}

function whereKey<Statement extends Narrowable<Statement>>(statement: Statement, claim: IdempotentRequest): Statement {
  return (
    statement
      // Guard T20: an idempotency key belongs to one account.
      .where('admin_id', '=', claim.account)
      .where('route', '=', claim.route)
      .where('key_hash', '=', keyHash(claim))
  )
}

function responseIn(row: SystemRow<'idempotency'> | undefined, claim: IdempotentRequest): StoredResponse {
  if (!row) return null
  if (row.body_hash !== bodyHash(claim)) return { is: 'other' }
  return row.answer === null ? null : { is: 'answer', answer: JSON.parse(row.answer) }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')
const keyHash = ({ key }: IdempotentRequest): string => hash(key)
const bodyHash = ({ key, body }: IdempotentRequest): string => hash(`${key}\n${canonical(body)}`)

/** JSON text that does not depend on the order of members. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  return `{${Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join()}}`
}

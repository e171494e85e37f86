/**
 * Codes that prove that somebody receives what is sent to an address: single use, for ten minutes, bound to address and
 * event. Only salted hashes are stored.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { trimText } from 'tablewright/protocol'
import {
  OperationError,
  countCode,
  isRemovable,
  latestPast,
  nowSeconds,
  removeFreeRows,
  traceRefusal,
  undoTry,
} from 'tablewright/server'
import { t } from '../i18n.ts'
import type { Scope, Transaction } from '#generated/member/server.ts'
import type { Address } from './addresses.ts'

/** Seconds. */
export const codeLife = 600
const maxTries = 5
interface NewCode {
  /** The purpose of the code, with the address or account it is bound to. */
  readonly purpose: string
  readonly secret: string
  /** The account the code is bound to; null = there is none yet. */
  readonly userId: number | null
}

/**
 * Stores a code in place of the one before it for the same purpose. Codes are secrets, and no records: their table is
 * written and emptied without the record API, whose history and recycle bin would keep them.
 */
export async function storeCode(trx: Transaction, { purpose, secret, userId }: NewCode): Promise<void> {
  const salt = randomBytes(16).toString('base64url')
  const values = {
    salt,
    secret_hash: hashOf(salt, secret),
    user_id: userId,
    tries: 0,
    expire_time: nowSeconds() + codeLife,
    create_time: nowSeconds(),
  }
  await removeFreeRows(trx, 'user_code', isRemovable('expire_time', 0))
  await trx
    .insertInto('user_code')
    .values({ key: keyOf(purpose), version: 1, ...values })
    .onConflict((on) => on.column('key').doUpdateSet(values))
    .execute()
}

/**
 * Takes the code, which is used up then, also by the fifth wrong try. Locks its row: of many concurrent tries each sees
 * the count of those before it.
 * @returns the account it is bound to, or null when the code is wrong, used or too old
 */
export async function spendCode(
  trx: Transaction,
  purpose: string,
  secret: string,
): Promise<{ readonly userId: number | null } | null> {
  // One statement counts and locks, so that no two tries see the same count.
  const row = await trx
    .updateTable('user_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('key', '=', keyOf(purpose))
    // Guard T36: five wrong tries burn a member's code.
    .where('tries', '<', maxTries)
    .where('expire_time', '>', nowSeconds())
    .where('create_time', '<=', latestPast())
    .returningAll()
    .executeTakeFirst()
  if (!row || !isSame(row.secret_hash, hashOf(row.salt, secret))) return null
  // Guard T36: a member's code is used once.
  await trx.deleteFrom('user_code').where('id', '=', row.id).execute()
  return { userId: row.user_id }
}

/** True while a code can be entered that somebody asked for, even one that wrong tries have burnt. */
async function isAwaited({ query }: Pick<Scope['database'], 'query'>, purpose: string): Promise<boolean> {
  const row = await query
    .selectFrom('user_code')
    .select('id')
    .where('key', '=', keyOf(purpose))
    .where('expire_time', '>', nowSeconds())
    .where('create_time', '<=', latestPast())
    .executeTakeFirst()
  return row !== undefined
}

interface CodeWork<T, Locked> {
  /** Locks what the work changes or refers to, before the code. */
  lock(trx: Transaction): Promise<Locked>
  /** Gets the account that the code is bound to. */
  work(trx: Transaction, locked: Locked, userId: number | null): Promise<T>
}

/**
 * The text that was entered as a code.
 * @throws an OperationError `invalid` when it is nothing
 */
export function readCode({ language }: Pick<Scope, 'language'>, text = ''): string {
  const code = trimText(text)
  if (code === '') throw new OperationError('invalid', { errors: { captcha: t(language, 'code.missing') } })
  return code
}

/**
 * Does the work in the transaction that uses up the code which was sent to an address; a refusal of the work gives the
 * code back. Wrong codes stay counted.
 * @throws OperationError `invalid` when the code is wrong, or too many have been wrong
 */
export async function withSentCode<T, Locked>(
  { database, language, audit, origin }: Scope,
  { event, address, code }: { readonly event: string; readonly address: Address; readonly code: string },
  { lock, work }: CodeWork<T, Locked>,
): Promise<T> {
  const purpose = purposeOf(event, address)
  const awaited = await isAwaited(database, purpose)
  const { wait, keys } = await countCode(database, [{ receiver: address.to }], awaited)
  if (wait > 0)
    throw new OperationError('invalid', { sentence: t(language, 'code.wait', { minutes: Math.ceil(wait / 60) }) })
  const done = await database.write(async (trx) => {
    const locked = await lock(trx)
    const used = await spendCode(trx, purpose, code)
    if (!used) return null
    const result = await work(trx, locked, used.userId)
    await undoTry(trx, keys)
    return { result }
  })
  if (!done) {
    await traceRefusal({ database, audit }, { what: 'code', owner: null, ip: origin?.ip ?? '' })
    throw new OperationError('invalid', { errors: { captcha: t(language, 'code.wrong') } })
  }
  return done.result
}

// Guard T36: a code is bound to its event and address.
// Without: export const purposeOf = (event: string, { channel, to }: Address): string => `${channel}${event === '' ?
// to : ''}`
export const purposeOf = (event: string, { channel, to }: Address): string => `${event} ${channel} ${to}`

const keyOf = (purpose: string): string => createHash('sha256').update(purpose).digest('hex')
const hashOf = (salt: string, secret: string): string => createHash('sha256').update(`${salt} ${secret}`).digest('hex')
const isSame = (first: string, other: string): boolean => timingSafeEqual(Buffer.from(first), Buffer.from(other))

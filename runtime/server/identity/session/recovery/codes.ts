/** Codes that prove that somebody receives the mail of an account: single use, for ten minutes, stored as hashes. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../../../operation/access/system-tables.ts'
import { enabledStatus } from '../../../operation/access/access-state.ts'
import { latestPast, nowSeconds } from '../../../core/clock.ts'
import { accountName, limitKey, type LimitKey } from '../../../operation/limits/limit-key.ts'
import type { Receiver } from '../../../operation/limits/messages.ts'
import { isNoted, noteFor } from '../../../operation/limits/throttle.ts'

/** Seconds. */
export const recoveryCodeLife = 600

const tokenType = 'admin-recovery'
/** Accounts that share an address and get a code each. */
const maxAccounts = 5

/** The enabled accounts with an address that a username or an email address stands for. */
export async function accountsNamed(
  { query }: Pick<SystemDatabase, 'query'>,
  text: string,
): Promise<readonly SystemRow<'admin'>[]> {
  const name = accountName(text)
  const email = sql<string>`lower(email)`
  return query
    .selectFrom('admin')
    .selectAll()
    .where((eb) => eb.or([eb('username', '=', name), eb(email, '=', name.toLowerCase())]))
    .where('status', '=', enabledStatus)
    .where('email', '<>', '')
    .orderBy('id')
    .limit(maxAccounts)
    .execute()
}

/**
 * Where codes go that are asked for by a name, which is what limits count: the addresses of its accounts, or the name
 * itself where it has none.
 */
export function receiversOf(accounts: readonly SystemRow<'admin'>[], name: string): readonly Receiver[] {
  const addresses = [...new Set(accounts.map(({ email }) => (email ?? '').toLowerCase()))]
  if (addresses.length > 0) return addresses.map((receiver) => ({ receiver }))
  return [name.includes('@') ? { receiver: name } : { username: name }]
}

const requestedKey = (receiver: Receiver): LimitKey => limitKey('recovery requested', receiver)

/** Notes that a code was asked for, also where none will be sent. */
export async function noteRequest(trx: SystemTransaction, receivers: readonly Receiver[]): Promise<void> {
  for (const receiver of receivers) await noteFor(trx, requestedKey(receiver), recoveryCodeLife)
}

/** True while a code can be entered, or one was asked for that was sent to nobody. */
export async function isCodeAwaited(
  database: SystemDatabase,
  accounts: readonly SystemRow<'admin'>[],
  receivers: readonly Receiver[],
): Promise<boolean> {
  const ids = accounts.map(({ id }) => id)
  if (ids.length > 0 && (await codesOf(database.query, ids)).length > 0) return true
  for (const receiver of receivers) if (await isNoted(database, requestedKey(receiver), recoveryCodeLife)) return true
  return false
}

/** Stores a new code in place of the one before it. The row of the account is locked already. */
export async function createRecoveryCode(trx: SystemTransaction, adminId: number): Promise<string> {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const salt = randomBytes(16).toString('base64url')
  await trx.deleteFrom('token').where('admin_id', '=', adminId).where('type', '=', tokenType).execute()
  await trx
    .insertInto('token')
    .values({
      token_hash: hashOf(adminId, salt, code),
      type: tokenType,
      admin_id: adminId,
      salt,
      expire_time: nowSeconds() + recoveryCodeLife,
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
  return code
}

/** Codes that can be entered. One from a clock that was ahead cannot: it would live for as long as that was wrong. */
const codesOf = (query: SystemDatabase['query'] | SystemTransaction, adminIds: readonly number[]) =>
  query
    .selectFrom('token')
    .select(['admin_id', 'salt', 'token_hash'])
    .where('admin_id', 'in', adminIds)
    .where('type', '=', tokenType)
    .where('expire_time', '>', nowSeconds())
    .where('create_time', '<=', latestPast())
    .execute()

/** The account among these that the code was sent for. */
export async function accountOfCode(
  query: SystemDatabase['query'] | SystemTransaction,
  adminIds: readonly number[],
  code: string,
): Promise<number | null> {
  if (adminIds.length === 0) return null
  const stored = await codesOf(query, adminIds)
  const found = stored.find(
    ({ admin_id: id, salt, token_hash: hash }) =>
      id !== null && salt !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(id, salt, code))),
  )
  return found?.admin_id ?? null
}

const hashOf = (adminId: number, salt: string, code: string): string =>
  createHash('sha256').update(`recovery ${adminId} ${salt} ${code}`).digest('hex')

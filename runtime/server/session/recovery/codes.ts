/** Codes that prove that somebody receives the mail of an account: single use, for ten minutes, stored as hashes. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../../access/system-tables.ts'
import { enabledStatus } from '../../access/state.ts'
import { nowSeconds } from '../../clock.ts'

/** Seconds. */
export const recoveryCodeLife = 600

const tokenType = 'admin-recovery'
/** Accounts that share an address and get a code each. */
const maxAccounts = 5

/** The enabled accounts with an address that a username or an email address stands for. */
export async function accountsNamed(
  { query }: Pick<SystemDatabase, 'query'>,
  name: string,
): Promise<readonly SystemRow<'admin'>[]> {
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

/**
 * The account among these that the code was sent for. A code from a clock that was ahead is none: it would live for as
 * long as the clock was wrong.
 */
export async function accountOfCode(
  query: SystemDatabase['query'] | SystemTransaction,
  adminIds: readonly number[],
  code: string,
): Promise<number | null> {
  if (adminIds.length === 0) return null
  const stored = await query
    .selectFrom('token')
    .select(['admin_id', 'salt', 'token_hash'])
    .where('admin_id', 'in', adminIds)
    .where('type', '=', tokenType)
    .where('expire_time', '>', nowSeconds())
    .where('create_time', '<=', nowSeconds() + 60)
    .execute()
  const found = stored.find(
    ({ admin_id: id, salt, token_hash: hash }) =>
      id !== null && salt !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(id, salt, code))),
  )
  return found?.admin_id ?? null
}

const hashOf = (adminId: number, salt: string, code: string): string =>
  createHash('sha256').update(`recovery ${adminId} ${salt} ${code}`).digest('hex')

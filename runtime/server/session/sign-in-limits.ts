/** Which failures of signing in count together: those of one account and those of one neighbourhood of addresses. */
import type { Database } from '../db/database.ts'
import type { SystemRow, SystemTransaction } from '../access/system-tables.ts'
import { addressPrefix } from '../limits/prefix.ts'
import {
  countTry,
  requireCaptcha,
  clearFailures,
  limitState,
  signInRule,
  undoTry,
  type LimitState,
} from '../limits/throttle.ts'

export interface SignInKeys {
  readonly account: string
  readonly address: string
}

/**
 * An address from which the account signed in last has its own count: others who guess from elsewhere cannot make its
 * owner wait. Accounts that do not exist are counted like existing ones.
 */
export function signInKeys(admin: SystemRow<'admin'> | null, username: string, ip: string): SignInKeys {
  const prefix = addressPrefix(ip)
  const last = admin?.last_login_ip ?? ''
  const known = last !== '' && addressPrefix(last) === prefix
  const account = `sign-in account ${username.toLowerCase()}`
  return { account: known ? `${account} from ${prefix}` : account, address: addressKey(ip) }
}

/** Whether the sign-in page requires a captcha from an address. */
export async function addressState(database: Database, ip: string): Promise<LimitState> {
  return limitState(database, [addressKey(ip)], signInRule)
}

export const trialState = (database: Database, { account, address }: SignInKeys): Promise<LimitState> =>
  limitState(database, [account, address], signInRule)
export const countTrial = (database: Database, { account, address }: SignInKeys): Promise<LimitState> =>
  countTry(database, [account, address], signInRule)

/**
 * From now on the sign-in page requires a captcha from this address: clients load the page before they know the
 * account.
 */
export const askCaptcha = (database: Database, { address }: SignInKeys): Promise<void> =>
  requireCaptcha(database, address, signInRule)

/** The password was right: the account's count is reset, and the try of the address is undone. */
export async function clearTrial(trx: SystemTransaction, { account, address }: SignInKeys): Promise<void> {
  await clearFailures(trx, account)
  await undoTry(trx, [address])
}

function addressKey(ip: string): string {
  return `sign-in address ${addressPrefix(ip)}`
}

/** Which failures of signing in count together: those of one account and those of one neighbourhood of addresses. */
import type { Database } from '../db/database.ts'
import type { SystemTransaction } from '../access/system-tables.ts'
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
  /** The account from this place only. */
  readonly local: string
  readonly address: string
  /** The account signs in from this place. */
  readonly isKnown: boolean
}

/**
 * A place from which the account signs in has its own count: others who guess from elsewhere cannot make its owner
 * wait. Accounts that do not exist are counted like existing ones.
 * @param isKnown the account exists and signs in from this place
 */
export function signInKeys(username: string, ip: string, isKnown: boolean): SignInKeys {
  const account = `sign-in account ${username.toLowerCase()}`
  const local = `${account} from ${addressPrefix(ip)}`
  return { account: isKnown ? local : account, local, address: addressKey(ip), isKnown }
}

/** Whether the sign-in page requires a captcha from an address. */
export async function addressState(database: Database, ip: string): Promise<LimitState> {
  return limitState(database, [addressKey(ip)], signInRule)
}

/** What a sign-in has to do first. */
export interface TrialState {
  /** Seconds to wait because of the account. */
  readonly wait: number
  /** Seconds to wait because of the address, unless the account signs in from it. */
  readonly addressWait: number
  readonly captcha: boolean
}

export async function trialState(database: Database, { account, address }: SignInKeys): Promise<TrialState> {
  const [own, shared] = [
    await limitState(database, [account], signInRule),
    await limitState(database, [address], signInRule),
  ]
  return { wait: own.wait, addressWait: shared.wait, captcha: own.captcha || shared.captcha }
}

/**
 * Counts a try. While the address waits, only the account at this place is counted, whether it is known there or not,
 * so that both take as long.
 */
export const countTrial = (
  database: Database,
  { account, local, address }: SignInKeys,
  { addressWait }: TrialState,
): Promise<LimitState> => countTry(database, addressWait > 0 ? [local] : [account, address], signInRule)

/**
 * From now on the sign-in page requires a captcha from this address: clients load the page before they know the
 * account.
 */
export const askCaptcha = (database: Database, { address }: SignInKeys): Promise<void> =>
  requireCaptcha(database, address, signInRule)

/** The password was right: the account's count is reset, and the try of the address, if it was counted, is undone. */
export async function clearTrial(
  trx: SystemTransaction,
  { account, address }: SignInKeys,
  { addressWait }: TrialState,
): Promise<void> {
  await clearFailures(trx, account)
  if (addressWait === 0) await undoTry(trx, [address])
}

function addressKey(ip: string): string {
  return `sign-in address ${addressPrefix(ip)}`
}

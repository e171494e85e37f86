/** Which failures of signing in count together: those of one account and those of one neighbourhood of addresses. */
import type { Database } from '../db/database.ts'
import type { SystemTransaction } from '../access/system-tables.ts'
import type { AccountKind } from '../access/member.ts'
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
  /** The account, wherever somebody tries to sign in to it. */
  readonly account: string
  /** The account from this place only. */
  readonly local: string
  readonly address: string
  /** The account exists and signs in from this place. */
  readonly isKnown: boolean
}

/**
 * Every try counts for all three, whether the account exists or not: from neither a captcha nor a wait can anybody
 * learn which accounts there are, or where they sign in. Only those who sign in from here pass while the account or the
 * address waits, so that others who guess cannot make them wait.
 */
export function signInKeys(kind: AccountKind, username: string, ip: string, isKnown: boolean): SignInKeys {
  const account = `${names[kind]} account ${username.toLowerCase()}`
  return { account, local: `${account} from ${addressPrefix(ip)}`, address: addressKey(ip, kind), isKnown }
}

/** Whether the sign-in page requires a captcha from an address. */
export async function addressState(database: Database, ip: string, kind: AccountKind = 'admin'): Promise<LimitState> {
  return limitState(database, [addressKey(ip, kind)], signInRule)
}

/** What a sign-in has to do first; seconds to wait, 0 = none. */
export interface TrialState {
  /** Because of failures of this account at this place. */
  readonly wait: number
  /** Because of failures of this account anywhere, unless it signs in from this place. */
  readonly accountWait: number
  /** Because of failures at this address, unless the account signs in from it. */
  readonly addressWait: number
  readonly captcha: boolean
}

export async function trialState(database: Database, keys: SignInKeys): Promise<TrialState> {
  const [local, account, address] = [
    await limitState(database, [keys.local], signInRule),
    await limitState(database, [keys.account], signInRule),
    await limitState(database, [keys.address], signInRule),
  ]
  return {
    wait: local.wait,
    accountWait: account.wait,
    addressWait: address.wait,
    captcha: local.captcha || account.captcha || address.captcha,
  }
}

/** Counts a try. What waits is not counted, so that trying meanwhile makes no wait longer. */
export const countTrial = (database: Database, keys: SignInKeys, state: TrialState): Promise<LimitState> =>
  countTry(database, [keys.local, ...sharedKeys(keys, state)], signInRule)

/** Keys whose counts others share, as far as they do not wait. */
const sharedKeys = ({ account, address }: SignInKeys, { accountWait, addressWait }: TrialState): readonly string[] => [
  ...(accountWait === 0 ? [account] : []),
  ...(addressWait === 0 ? [address] : []),
]

/**
 * From now on the sign-in page requires a captcha from this address: clients load the page before they know the
 * account.
 */
export const askCaptcha = (database: Database, { address }: SignInKeys): Promise<void> =>
  requireCaptcha(database, address, signInRule)

/**
 * The password was right: failures at this place are forgotten, and the try is undone where it was counted. An account
 * that nobody expects here is also forgiven elsewhere.
 */
export async function clearTrial(trx: SystemTransaction, keys: SignInKeys, state: TrialState): Promise<void> {
  await clearFailures(trx, keys.local)
  const shared = sharedKeys(keys, state)
  await undoTry(trx, shared)
  if (!keys.isKnown) await clearFailures(trx, keys.account)
}

function addressKey(ip: string, kind: AccountKind): string {
  return `${names[kind]} address ${addressPrefix(ip)}`
}

/** Administrators and members are counted apart. */
const names = { admin: 'sign-in', user: 'member sign-in' } as const

/** Which failures of signing in count together: those of one account and those of one neighbourhood of addresses. */
import type { Database } from '../../db/database.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import type { AccountKind } from '../../operation/access/member.ts'
import { limitKey, type LimitKey } from '../../operation/limits/limit-key.ts'
import {
  countTry,
  requireCaptcha,
  clearFailures,
  limitState,
  signInRule,
  undoTry,
  type LimitState,
} from '../../operation/limits/throttle.ts'

export interface SignInKeys {
  /** The account, wherever somebody tries to sign in to it. */
  readonly account: LimitKey
  /** The account from this place only. */
  readonly local: LimitKey
  readonly address: LimitKey
}

/**
 * Every try counts for all three, whether the account exists or not: from neither a captcha nor a wait can anybody
 * learn which accounts there are, or where they sign in. Only those who sign in from here pass while the account or the
 * address waits, so that others who guess cannot make them wait.
 */
export function signInKeys(kind: AccountKind, { found, name, ip }: SignInTry): SignInKeys {
  return {
    // Guard T35: accounts count over all addresses.
    // Without: account: limitKey(names[kind].account, { username: found?.username ?? name }, { network: ip })
    account: limitKey(names[kind].account, { username: found?.username ?? name }),
    local: limitKey(names[kind].local, { kind, account: found, name }, { network: ip }),
    address: addressKey(ip, kind),
  }
}

/** Whom somebody tries to sign in as. */
export interface SignInTry {
  /** The account that was looked up; null = there is none. */
  readonly found: { readonly id: number; readonly username: string } | null
  /** As it was entered. */
  readonly name: string
  readonly ip: string
}

/** Whether the sign-in page requires a captcha from an address. */
export async function addressState(database: Database, ip: string, kind: AccountKind = 'admin'): Promise<LimitState> {
  return limitState(database, addressKey(ip, kind), signInRule)
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
    await limitState(database, keys.local, signInRule),
    await limitState(database, keys.account, signInRule),
    await limitState(database, keys.address, signInRule),
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
  countTry(
    database,
    // Guard T35: known accounts wait by themselves.
    // Without: sharedKeys(keys, state)
    [keys.local, ...sharedKeys(keys, state)],
    signInRule,
  )

/** Keys whose counts others share, as far as they do not wait. */
const sharedKeys = (
  { account, address }: SignInKeys,
  { accountWait, addressWait }: TrialState,
): readonly LimitKey[] => [...(accountWait === 0 ? [account] : []), ...(addressWait === 0 ? [address] : [])]

/**
 * From now on the sign-in page requires a captcha from this address: clients load the page before they know the
 * account.
 */
export const askCaptcha = (database: Database, { address }: SignInKeys): Promise<void> =>
  requireCaptcha(database, address, signInRule)

/**
 * The password was right: failures of the account at this place are forgotten, and the try is undone where it was
 * counted. Others stay: whoever has an account whose name differs in case only does not buy further guesses.
 */
export async function clearTrial(trx: SystemTransaction, keys: SignInKeys, state: TrialState): Promise<void> {
  await clearFailures(trx, keys.local)
  const shared = sharedKeys(keys, state)
  // Guard T35: an account of almost the same name buys no guesses.
  // Without: await undoTry(trx, shared); await clearFailures(trx, keys.account)
  await undoTry(trx, shared)
}

// Guard T35: addresses count by neighbourhood.
// Without: const addressKey = (ip: string, kind: AccountKind): LimitKey => limitKey(names[kind].address, { username:
// ip })
const addressKey = (ip: string, kind: AccountKind): LimitKey => limitKey(names[kind].address, { network: ip })

/** Administrators and members are counted apart. */
const names = {
  admin: { account: 'sign-in account', local: 'sign-in place', address: 'sign-in' },
  user: { account: 'member sign-in account', local: 'member sign-in place', address: 'member sign-in' },
} as const

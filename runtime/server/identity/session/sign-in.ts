/**
 * Signing in: exchanges account and password for an access token, and a refresh token when the session is to be kept.
 */
import { trimText, type Language, type TextKey } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { Audit } from '../../operation/audit/entry.ts'
import { consumeCaptcha, failedTry } from '../captcha/captcha.ts'
import type { Database } from '../../db/database.ts'
import type { SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { PendingStep } from '../../http/route.ts'
import type { Settings } from '../../settings/settings.ts'
import { enabledStatus } from '../../operation/access/access-state.ts'
import type { AccountKind } from '../../operation/access/member.ts'
import { accountName } from '../../operation/limits/limit-key.ts'
import { traceRefusal } from '../../operation/limits/refusal-log.ts'
import { findAdmin, adminInfo, type AdminInfo } from './admins.ts'
import { verifyPassword } from './password.ts'
import { anyPassword } from './password/password-rule.ts'
import { lockAccount, openSession, type Visitor } from './sessions.ts'
import { isKnownPlace } from './known-networks.ts'
import {
  askCaptcha,
  countTrial,
  signInKeys,
  trialState,
  clearTrial,
  type SignInKeys,
  type TrialState,
} from './sign-in-limits.ts'
import { createToken, purgeTokens } from './tokens.ts'
import { warnOfNewPlace } from './account-warnings.ts'

export interface SignInInput extends Visitor {
  readonly username: unknown
  readonly password: unknown
  readonly keep: boolean
  readonly captchaId: unknown
  readonly captchaInfo: unknown
}

export type SignedIn = AdminInfo & { readonly token: string; readonly refresh_token: string }

/**
 * Why the sign-in failed: a sentence, and the input it belongs to (null when it must not reveal which one is wrong).
 */
export interface SignInRefusal {
  readonly refused: TextKey
  readonly field: 'username' | 'password' | 'captchaInfo' | null
  /** Seconds until the next try is allowed. */
  readonly wait?: number
  /** The next try needs a captcha. */
  readonly captcha?: boolean
}

export interface SignInScope {
  readonly database: Database
  readonly settings: Settings
  readonly audit?: Audit
}

/** Seconds for entering the code of the second factor. */
const codeLife = 600

const wrong = { refused: 'session.wrong', field: null } as const

export async function signIn(scope: SignInScope, input: SignInInput): Promise<SignedIn | SignInRefusal> {
  const { database, settings } = scope
  const find = (name: string): Promise<SystemRow<'admin'> | null> => findAdmin(database, 'username', accountName(name))
  const rules: SignInRules<SystemRow<'admin'>> = {
    kind: 'admin',
    maxName: 30,
    needsCaptcha: settings.captcha.adminSignIn,
    find,
    ...(scope.audit && { audit: scope.audit }),
    isEnabled: ({ status }) => status === enabledStatus,
  }
  const checked = await checkSignIn(database, rules, input)
  return 'refused' in checked ? checked : open(scope, checked.account, input, checked.keys, checked.state)
}

/** What a sign-in needs to know of an account. */
type Account = Pick<SystemRow<'admin'>, 'id' | 'username' | 'last_login_ip'> & {
  readonly password: string
}

export interface SignInRules<Found extends Account> {
  readonly kind: AccountKind
  /** Characters of the longest name an account can be found by. */
  readonly maxName: number
  /** Always; otherwise only after failures. */
  readonly needsCaptcha: boolean
  /** Where wrong passwords leave an entry. */
  readonly audit?: Audit
  find(name: string): Promise<Found | null>
  isEnabled(account: Found): boolean
}

/** The password was right; `clearTrial` with these keys and this state belongs to the transaction that signs in. */
export interface CheckedSignIn<Found> {
  readonly account: Found
  readonly keys: SignInKeys
  readonly state: TrialState
}

/**
 * Counts the try and checks captcha and password. Unknown accounts and wrong passwords get the same text after the same
 * work. That an account is disabled is reported only with the right password, so that nobody else learns that it
 * exists.
 */
export async function checkSignIn<Found extends Account>(
  database: Database,
  rules: SignInRules<Found>,
  input: Omit<SignInInput, 'keep' | 'device' | 'rotates'>,
): Promise<CheckedSignIn<Found> | SignInRefusal> {
  const { password } = input
  const username = typeof input.username === 'string' ? trimText(input.username) : input.username
  const broken = checkInput(username, password, rules.maxName)
  if (broken) return broken
  const account = await rules.find(username as string)
  const isKnown = await isKnownPlace(database.query, account, input.ip, rules.kind)
  const keys = signInKeys(rules.kind, { found: account, name: username as string, ip: input.ip })
  const state = await trialState(database, keys)
  const scope = { database, needsCaptcha: rules.needsCaptcha }
  const refusal = await findBarrier(scope, keys, state, input)
  if (refusal) return refusal
  // While the account or the address waits, nobody learns who signs in from there: all failures get the same answer.
  const sharedWait = waitOfOthers(state)
  // Guard T35: strangers wait with the place.
  // Without: const canSignIn = true || isKnown
  const canSignIn =
    sharedWait === null ||
    // Guard T35: its owner is not locked out.
    isKnown
  const matches = await verifyPassword(canSignIn ? (account?.password ?? null) : null, password as string)
  // Guard T35: a place that waits tells nothing.
  if (sharedWait && !matches) return sharedWait
  if (!account || !matches) {
    const owner = account && { kind: rules.kind, id: account.id }
    await traceRefusal(
      { database, audit: rules.audit },
      { what: 'password', owner, ip: input.ip, ...(account && { username: account.username }) },
    )
    return { ...wrong, captcha: await requiresCaptchaNext(scope, keys) }
  }
  if (!rules.isEnabled(account)) return { refused: 'session.disabled', field: null }
  return { account, keys, state }
}

/** The refusal as the answer's text and data. */
export function describeRefusal(
  language: Language,
  { refused, field, wait, captcha }: SignInRefusal,
): { readonly msg: string; readonly data: Readonly<Record<string, unknown>> } {
  const msg = t(language, refused, wait === undefined ? {} : { minutes: Math.ceil(wait / 60) })
  return {
    msg,
    data: {
      reason: 'invalid',
      ...(field && { errors: { [field]: msg } }),
      ...(wait !== undefined && { wait }),
      ...(captcha && { captcha }),
    },
  }
}

function checkInput(username: unknown, password: unknown, maxName: number): SignInRefusal | null {
  if (typeof username !== 'string' || username === '')
    return { refused: 'session.username_required', field: 'username' }
  if (username.length < 3 || username.length > maxName) return { refused: 'field.account', field: 'username' }
  if (typeof password !== 'string' || password === '')
    return { refused: 'session.password_required', field: 'password' }
  return anyPassword.test(password) ? null : { refused: 'session.password_length', field: 'password' }
}

interface Barrier {
  readonly database: Database
  readonly needsCaptcha: boolean
}

/** Counts the try, unless it has to wait or lacks its captcha. Null = the password may be checked. */
async function findBarrier(
  { database, needsCaptcha }: Barrier,
  keys: SignInKeys,
  state: TrialState,
  { captchaId, captchaInfo }: Pick<SignInInput, 'captchaId' | 'captchaInfo'>,
): Promise<SignInRefusal | null> {
  if (state.wait > 0) return waitFirst(state.wait)
  // Guard T35: a captcha from the fifth failure on.
  if ((state.captcha || needsCaptcha) && !(await consumeCaptcha(database, captchaId, captchaInfo))) {
    const sharedWait = waitOfOthers(state)
    if (sharedWait) return sharedWait
    if (!needsCaptcha) await askCaptcha(database, keys)
    return { refused: failedTry(captchaInfo), field: 'captchaInfo', captcha: true }
  }
  // Guard T35: failures are counted before they are judged.
  // Without: const wait = 0
  const { wait } = await countTrial(database, keys, state)
  return wait > 0 ? waitFirst(wait) : null
}

const waitFirst = (wait: number): SignInRefusal => ({ refused: 'session.wait', field: null, wait })

/** Others have failed too often with this account or at this address. Those who sign in from it pass with a captcha. */
function waitOfOthers({ accountWait, addressWait }: TrialState): SignInRefusal | null {
  const wait = Math.max(accountWait, addressWait)
  if (wait === 0) return null
  const refused = addressWait > 0 ? 'session.wait_address' : 'session.wait_account'
  return { refused, field: null, wait, captcha: true }
}

async function requiresCaptchaNext({ database, needsCaptcha }: Barrier, keys: SignInKeys): Promise<boolean> {
  if (needsCaptcha) return true
  const { captcha } = await trialState(database, keys)
  if (captcha) await askCaptcha(database, keys)
  return captcha
}

/** The account may have changed while its password was being checked; then the answer is that it was wrong. */
async function open(
  { database, settings, audit }: SignInScope,
  admin: SystemRow<'admin'>,
  input: SignInInput,
  keys: SignInKeys,
  state: TrialState,
): Promise<SignedIn | SignInRefusal> {
  const { accessLife, refreshLife } = settings.session
  const adminId = admin.id
  return database.write(async (trx: SystemTransaction) => {
    const account = await lockAccount(trx, adminId)
    if (
      account?.status !== enabledStatus ||
      // Guard T33: the password is still the one that was checked.
      account.password !== admin.password
    )
      return wrong
    // Guard T33: clients that cannot send a code are refused.
    // Without: const step = null
    const step = input.rotates ? null : stepForOthers(account, settings)
    if (step) return { refused: `session.pending_${step}`, field: null }
    // Guard T33: an account with a second factor opens an unverified session.
    // Without: const isVerified = true
    const isVerified = account.totp_time === null
    await clearTrial(trx, keys, state)
    await purgeTokens(trx)
    if (isVerified) await noteSignIn(trx, account, input.ip)
    const sessionId = await openSession(trx, adminId, input, isVerified)
    // Guard T33: the session of the password lives ten minutes.
    // Without: const lifeOf = (life: number): number => life
    const lifeOf = (life: number): number => (isVerified ? life : Math.min(codeLife, life))
    const of = { accountId: adminId, sessionId }
    const token = await createToken(trx, { ...of, type: 'admin', life: lifeOf(accessLife) })
    const refresh = input.keep
      ? await createToken(trx, { ...of, type: 'admin-refresh', life: lifeOf(refreshLife) })
      : ''
    const title = isVerified ? signedIn : codeNeeded
    await audit?.(trx, { title, admin: { id: adminId, username: admin.username } })
    const info = adminInfo({ ...admin, last_login_time: nowSeconds() }, settings)
    return { ...info, token, refresh_token: refresh }
  }, 'essential')
}

/**
 * Clients of other makes have no screens for these steps and could do nothing else, so that they are refused.
 * @returns null when there is none
 */
function stepForOthers(account: SystemRow<'admin'>, { session }: Settings): PendingStep | null {
  if (account.totp_time !== null) return 'code'
  if (account.must_change_password === 1) return 'password'
  return session.requiresFactor ? 'enrolment' : null
}

/**
 * Notes that the account is signed in, with a warning when it is from a new place. Call it with the account locked.
 * @param account as it was before
 */
export async function noteSignIn(trx: SystemTransaction, account: SystemRow<'admin'>, ip: string): Promise<void> {
  await warnOfNewPlace(trx, account, ip)
  await trx
    .updateTable('admin')
    .set({ last_login_time: nowSeconds(), last_login_ip: ip, login_failure: 0 })
    .where('id', '=', account.id)
    .execute()
}

export const signedIn = { 'zh-cn': '登录', en: 'Sign in' } as const
const codeNeeded = { 'zh-cn': '登录-待输入验证码', en: 'Sign in: code needed' } as const

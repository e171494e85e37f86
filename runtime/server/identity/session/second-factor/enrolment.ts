/**
 * The second factor of one's own account. Enabling, disabling and new recovery codes require the current password, so
 * that an unattended browser or a stolen token is not enough for them.
 */
import type { SystemRow, SystemTransaction } from '../../../operation/access/system-tables.ts'
import { parseList } from '../../../operation/access/access-state.ts'
import { nowSeconds } from '../../../core/clock.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import type { Scope } from '../../../operation/scope.ts'
import { findAdmin } from '../admins.ts'
import { verifyOwnPassword } from '../password/verify-own-password.ts'
import { endSessions } from '../sessions.ts'
import { newRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts'
import { newSecret, otpauthAddress } from './totp.ts'
import { withCode, type UsedCode } from './use-code.ts'

/** Whose factor it is, and the access token that asked. */
export interface FactorOwner {
  readonly adminId: number
  readonly tokenId: number
}

export interface FactorInput {
  readonly password: unknown
  readonly code: unknown
}

export interface FactorState {
  readonly enabled: boolean
  /** Unix seconds; null while it is not enabled. */
  readonly time: number | null
  /** Recovery codes not used yet. */
  readonly recovery_left: number
  /** The site requires one. */
  readonly required: boolean
}

const noFactor = { totp_secret: null, totp_step: null, totp_time: null, recovery_codes: null } as const

export async function readFactor({ database, settings }: Scope, adminId: number): Promise<FactorState> {
  const account = await findAdmin(database, 'id', adminId)
  const time = account?.totp_time ?? null
  return {
    enabled: time !== null,
    time,
    recovery_left: parseList(account?.recovery_codes).length,
    required: settings.session.requiresFactor,
  }
}

/**
 * Stores a new secret, which a code has to confirm; until then the factor is not enabled. Locks the account.
 * @returns the secret and the address that apps read from a QR code: shown once
 */
export async function enrol(
  scope: Scope,
  { adminId }: FactorOwner,
  { password }: Pick<FactorInput, 'password'>,
): Promise<{ readonly secret: string; readonly address: string }> {
  await requireState(scope, adminId, 'disabled')
  // Guard T33: setting up a second factor takes the password.
  await verifyOwnPassword(scope, adminId, password)
  const secret = newSecret()
  return scope.database.write(async (trx: SystemTransaction) => {
    const account = await trx
      .updateTable('admin')
      .set({ ...noFactor, totp_secret: secret })
      .where('id', '=', adminId)
      .where('totp_time', 'is', null)
      .returning('username')
      .executeTakeFirst()
    // Another request was faster.
    if (!account) throw new OperationError('bad_state', { text: 'factor.already_enabled' })
    await scope.audit?.(trx, { title: started })
    return { secret, address: otpauthAddress(scope.settings.siteName, account.username, secret) }
  })
}

/** Enables the factor and ends all other sessions of the account. @returns the recovery codes: shown once */
export async function confirm(
  scope: Scope,
  { adminId, tokenId }: FactorOwner,
  { code }: Pick<FactorInput, 'code'>,
): Promise<readonly string[]> {
  await requireState(scope, adminId, 'started')
  const enable = async (trx: SystemTransaction, _used: UsedCode, fresh: RecoveryCodes): Promise<readonly string[]> => {
    await storeRecoveryCodes(trx, adminId, fresh, { totp_time: nowSeconds() })
    // Guard T33: enabling a second factor ends other sessions.
    await endSessions(trx, adminId, tokenId)
    await scope.audit?.(trx, { title: enabled })
    return fresh.codes
  }
  return withCode(scope, { adminId, code, state: 'started' }, enable, newRecoveryCodes)
}

/** Disables the factor and ends all other sessions of the account. */
export async function disable(
  scope: Scope,
  { adminId, tokenId }: FactorOwner,
  { password, code }: FactorInput,
): Promise<void> {
  await requireState(scope, adminId, 'enabled')
  // Guard T33: disabling a second factor takes the password.
  await verifyOwnPassword(scope, adminId, password)
  await withCode(scope, { adminId, code, state: 'enabled' }, async (trx) => {
    await clearFactor(trx, adminId)
    await endSessions(trx, adminId, tokenId)
    await scope.audit?.(trx, { title: disabled })
  })
}

/** Replaces the recovery codes. @returns the new ones: shown once */
export async function renewRecoveryCodes(
  scope: Scope,
  { adminId }: FactorOwner,
  { password, code }: FactorInput,
): Promise<readonly string[]> {
  await requireState(scope, adminId, 'enabled')
  await verifyOwnPassword(scope, adminId, password)
  const replace = async (trx: SystemTransaction, _used: UsedCode, fresh: RecoveryCodes): Promise<readonly string[]> => {
    await storeRecoveryCodes(trx, adminId, fresh, {})
    await scope.audit?.(trx, { title: renewed })
    return fresh.codes
  }
  return withCode(scope, { adminId, code, state: 'enabled' }, replace, newRecoveryCodes)
}

/** Removes the factor of an account. Locks its row; sessions are left to the caller. */
export async function clearFactor(trx: SystemTransaction, adminId: number): Promise<void> {
  await trx
    .updateTable('admin')
    .set(({ eb, ref }) => ({ ...noFactor, version: eb(ref('version'), '+', 1) }))
    .where('id', '=', adminId)
    .execute()
}

async function storeRecoveryCodes(
  trx: SystemTransaction,
  adminId: number,
  { stored }: RecoveryCodes,
  more: Partial<Pick<SystemRow<'admin'>, 'totp_time'>>,
): Promise<void> {
  const values = { recovery_codes: JSON.stringify(stored), ...more }
  await trx
    .updateTable('admin')
    .set(({ eb, ref }) => ({ ...values, version: eb(ref('version'), '+', 1) }))
    .where('id', '=', adminId)
    .execute()
}

const wrongState = {
  disabled: 'factor.already_enabled',
  started: 'factor.not_started',
  enabled: 'factor.not_enabled',
} as const

/** Says what is wrong before a password or a code is checked; both are checked again under the lock. */
async function requireState({ database }: Scope, adminId: number, needed: keyof typeof wrongState): Promise<void> {
  const account = await findAdmin(database, 'id', adminId)
  if (account && stateOf(account).includes(needed)) return
  const isEnabled = account !== null && account.totp_time !== null
  throw new OperationError('bad_state', { text: isEnabled ? 'factor.already_enabled' : wrongState[needed] })
}

/** An account that started is not enabled yet, and may start again. */
function stateOf({ totp_time: time, totp_secret: secret }: SystemRow<'admin'>): readonly (keyof typeof wrongState)[] {
  if (time !== null) return ['enabled']
  return secret === null ? ['disabled'] : ['disabled', 'started']
}

const started = { 'zh-cn': '双重验证-开始设置', en: 'Second factor: start setup' } as const
const enabled = { 'zh-cn': '双重验证-启用', en: 'Second factor: enable' } as const
const disabled = { 'zh-cn': '双重验证-停用', en: 'Second factor: disable' } as const
const renewed = { 'zh-cn': '双重验证-更换恢复码', en: 'Second factor: new recovery codes' } as const

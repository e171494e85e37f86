/**
 * Using a code: one of the app counts once per time step, a recovery code once at all. Both are marked as used under
 * the lock of the account, so that of two concurrent requests with the same code one fails.
 */
import type { SystemRow, SystemTransaction } from '../../../operation/access/system-tables.ts'
import { parseList } from '../../../operation/access/access-state.ts'
import { nowSeconds } from '../../../core/clock.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import { t } from '../../../../i18n/i18n.ts'
import { limitKey } from '../../../operation/limits/limit-key.ts'
import { traceRefusal } from '../../../operation/limits/refusal-log.ts'
import { clearFailures, countTry, signInRule } from '../../../operation/limits/throttle.ts'
import type { Scope } from '../../../operation/scope.ts'
import { findAdmin } from '../admins.ts'
import { lockAccount } from '../sessions.ts'
import { findRecoveryCode } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'

/** What a right code leads to. */
export interface UsedCode {
  /** The account as it was before. */
  readonly account: SystemRow<'admin'>
  /** Recovery codes left when it was one of them; null = a code of the app. */
  readonly recoveryLeft: number | null
}

export interface CodeInput {
  readonly adminId: number
  /** As it was sent in the field `totp_code`. */
  readonly code: unknown
  /** The factor is `enabled`, or `started`: its secret waits for the code that confirms it. */
  readonly state: 'enabled' | 'started'
}

/**
 * Uses the code and does the work in the same transaction, which locks the account, then what the work locks.
 * Wrong codes are counted, and after ten the next one has to wait. What takes the time of a slow hash is done before
 * the transaction.
 * @param prepare makes what the work needs, once the code may be tried
 * @throws an OperationError `invalid` with the error of the field, or with the minutes to wait
 */
export async function withCode<T, P = void>(
  { database, language, audit, origin }: Pick<Scope, 'database' | 'language' | 'audit' | 'origin'>,
  { adminId, code, state }: CodeInput,
  work: (trx: SystemTransaction, used: UsedCode, prepared: P) => Promise<T>,
  prepare: () => Promise<P> = async () => undefined as P,
): Promise<T> {
  const refuse = (key: 'factor.code_required' | 'factor.code_wrong'): OperationError =>
    new OperationError('invalid', { errors: { totp_code: t(language, key) } })
  const text = typeof code === 'string' ? code.replaceAll(/[\s-]/g, '') : ''
  if (text === '') throw refuse('factor.code_required')
  const owner = { kind: 'admin', id: adminId } as const
  const key = limitKey('second factor', owner)
  // Guard T33: wrong codes are counted.
  // Without: const wait = 0
  const { wait } = await countTry(database, [key], signInRule)
  if (wait > 0) throw new OperationError('invalid', { text: 'session.wait', params: { minutes: Math.ceil(wait / 60) } })
  const entry = await findRecoveryCode(text, recoveryEntries(await findAdmin(database, 'id', adminId)))
  const prepared = await prepare()
  const done = await database.write(async (trx: SystemTransaction) => {
    // Guard T33: codes are used under the lock of the account.
    // Without: const account = (await trx.selectFrom('admin').selectAll().where('id', '=',
    // adminId).executeTakeFirst()) ?? null
    const account = await lockAccount(trx, adminId)
    if (!account || (account.totp_time !== null) !== (state === 'enabled')) throw refuse('factor.code_wrong')
    const recoveryLeft = await useCode(trx, account, { code: text, entry })
    // Guard T33: codes are checked.
    // Without: return recoveryLeft === 'wrong' && state === 'started' ? null : { result: await work(trx, { account,
    // recoveryLeft }, prepared) }
    return recoveryLeft === 'wrong' ? null : { result: await work(trx, { account, recoveryLeft }, prepared) }
  }, 'essential')
  if (!done) {
    await traceRefusal({ database, audit }, { what: 'factor', owner, ip: origin?.ip ?? '' })
    throw refuse('factor.code_wrong')
  }
  // In a transaction of its own: counters are locked before the tokens that the work may have locked.
  await database.write((trx: SystemTransaction) => clearFailures(trx, key), 'essential')
  return done.result
}

const recoveryEntries = (account: SystemRow<'admin'> | null): readonly string[] =>
  parseList(account?.recovery_codes).map(String)

/**
 * @param code.entry what the account stored of it when it was looked up as a recovery code; null = it is none
 * @returns the number of recovery codes left when it was one, null when it was a code of the app
 */
async function useCode(
  trx: SystemTransaction,
  account: SystemRow<'admin'>,
  { code, entry }: { readonly code: string; readonly entry: string | null },
): Promise<number | null | 'wrong'> {
  const { id, totp_secret: secret, totp_step: last } = account
  const change = (values: Partial<SystemRow<'admin'>>): Promise<unknown> =>
    trx.updateTable('admin').set(values).where('id', '=', id).execute()
  const step = secret === null ? null : matchingStep(secret, code, last, nowSeconds())
  if (step !== null) {
    // Guard T33: a code of the app works once.
    await change({ totp_step: step })
    return null
  }
  const entries = recoveryEntries(account)
  const left = entries.filter((one) => one !== entry)
  if (left.length === entries.length) return 'wrong'
  // Guard T33: a recovery code works once.
  await change({ recovery_codes: JSON.stringify(left) })
  return left.length
}

/** The second step of signing in: a code verifies the session that the password opened. */
import type { SystemTransaction } from '../../../operation/access/system-tables.ts'
import { nowSeconds } from '../../../core/clock.ts'
import { OperationError } from '../../../core/errors/operation-error.ts'
import type { Scope } from '../../../operation/scope.ts'
import { noteSignIn, signedIn } from '../sign-in.ts'
import { withCode } from './use-code.ts'

export interface UnverifiedSession {
  readonly adminId: number
  readonly sessionId: number | null
}

/**
 * Verifies the session; from then on its tokens have their full lives. Locks the account, then session and tokens.
 * @returns the number of recovery codes left when one was used, null after a code of the app. Throws an OperationError
 *   `bad_state` when the session needs no code, `invalid` as `withCode` does.
 */
export async function verifySession(
  scope: Scope & { readonly ip: string },
  { adminId, sessionId }: UnverifiedSession,
  code: unknown,
): Promise<number | null> {
  const { accessLife, refreshLife } = scope.settings.session
  return withCode(scope, { adminId, code, state: 'enabled' }, async (trx: SystemTransaction, used) => {
    // Before it is verified: what this session is used from is not known from itself.
    await noteSignIn(trx, used.account, scope.ip)
    const session = await trx
      .updateTable('session')
      .set({ verified: 1, seen_time: nowSeconds() })
      .where('id', '=', sessionId ?? 0)
      .where('verified', '=', 0)
      .executeTakeFirst()
    if (session.numUpdatedRows === 0n) throw new OperationError('bad_state', { text: 'factor.no_code_needed' })
    for (const [type, life] of [
      ['admin', accessLife],
      ['admin-refresh', refreshLife],
    ] as const)
      await trx
        .updateTable('token')
        .set({ expire_time: nowSeconds() + life })
        .where('session_id', '=', sessionId)
        .where('type', '=', type)
        .execute()
    await scope.audit?.(trx, { title: signedIn })
    return used.recoveryLeft
  })
}

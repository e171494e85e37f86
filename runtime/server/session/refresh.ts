/** A new access token for a refresh token. The refresh token stays as it is: clients of the old dialects keep theirs. */
import type { Standing, Sessions } from './tokens.ts'
import { createToken, dropToken } from './tokens.ts'
import type { SignInScope } from './sign-in.ts'

/**
 * @param old the access token it replaces, expired or not
 * @returns the new access token, or null when the refresh token is unknown or over, or no access token came with it
 */
export async function refreshToken(scope: SignInScope, sessions: Sessions, old: string | null, refresh: unknown): Promise<string | null> {
  if (!old || typeof refresh !== 'string') return null
  const standing = await sessions.standing(refresh, 'admin-refresh')
  if (standing.state !== 'active' || belongsToAnother(await sessions.standing(old), standing.adminId)) return null
  return scope.database.write(async (trx) => {
    await dropToken(trx, old, 'admin')
    return createToken(trx, { adminId: standing.adminId, type: 'admin', life: scope.settings.session.accessLife })
  })
}

function belongsToAnother(standing: Standing, adminId: number): boolean {
  return standing.state === 'active' && standing.adminId !== adminId
}

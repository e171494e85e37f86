/**
 * Session tokens: 32 random bytes that only the client knows. The table `token` holds their SHA-256, so that a copy of
 * the database signs nobody in. Nothing is remembered in this process: each request is one read by key.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Row, Write } from '../db/tables.ts'
import { nowSeconds } from '../records/scope.ts'
import { enabled } from './admins.ts'

export type TokenType = 'admin' | 'admin-refresh'

/** `none`: no token, an unknown one, or an account that was disabled. `expired`: known, but its time is over. */
export type Standing =
  | { readonly state: 'active'; readonly adminId: number }
  | { readonly state: 'none' }
  | { readonly state: 'expired' }

export interface Sessions {
  /** Where the bearer of a token stands. */
  standing(token: string | null, type?: TokenType): Promise<Standing>
}

/** Expired tokens are kept that long, so that a client learns its session ended and can refresh it. Seconds. */
const keptAfterEnd = 2 * 86_400
const tokenShape = /^[A-Za-z0-9_-]{43}$/

export function createSessions(database: Database): Sessions {
  const lookup = compileLookup(database)
  return {
    standing: async (token, type = 'admin') => {
      if (token === null || !tokenShape.test(token)) return { state: 'none' }
      const answer = await database.query.executeQuery<Row>({ ...lookup, parameters: [hashOf(token), type] })
      const row = answer.rows[0]
      if (!row || row['status'] !== enabled) return { state: 'none' }
      return Number(row['expire_time']) > nowSeconds() ? { state: 'active', adminId: Number(row['admin_id']) } : { state: 'expired' }
    },
  }
}

/** Compiled once: only its parameters change from request to request. */
function compileLookup(database: Database): CompiledQuery {
  return database.query.selectFrom('token').innerJoin('admin', 'admin.id', 'token.admin_id')
    .where('token.token_hash', '=', '').where('token.type', '=', '')
    .select(['token.admin_id as admin_id', 'token.expire_time as expire_time', 'admin.status as status'])
    .compile()
}

/** A new token for an admin; `life` in seconds. The text is told once and cannot be read back. */
export async function createToken(trx: Write, of: { readonly adminId: number; readonly type: TokenType; readonly life: number }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx.insertInto('token').values({
    token_hash: hashOf(token), type: of.type, admin_id: of.adminId, expire_time: nowSeconds() + of.life, create_time: nowSeconds(), version: 1,
  }).execute()
  return token
}

export async function dropToken(trx: Write, token: string, type: TokenType): Promise<void> {
  await trx.deleteFrom('token').where('token_hash', '=', hashOf(token)).where('type', '=', type).execute()
}

/** Removes tokens whose end is two days past. */
export async function purgeTokens(trx: Write): Promise<void> {
  await trx.deleteFrom('token').where('expire_time', '<', nowSeconds() - keptAfterEnd).execute()
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

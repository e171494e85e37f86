/**
 * Session tokens: 32 random bytes that only the client knows. The table `token` stores their SHA-256, so that a copy of
 * the database signs nobody in. A row that was read serves requests until any process commits anything.
 */
import { sql, type SqlBool } from 'kysely'
import { hash, randomBytes } from 'node:crypto'
import type { InferResult } from 'kysely'
import { removeFreeRows } from '../../db/index.ts'
import type { TokenHolder } from '../../operation/access/rights.ts'
import { accessVersionColumn } from '../../operation/access/access-version.ts'
import { enabledStatus, parseList } from '../../operation/access/access-state.ts'
import type { PendingStep } from '../../http/route.ts'
import { CommitCache } from '../../db/index.ts'
import type { SystemDatabase, SystemTransaction } from '../../operation/access/system-tables.ts'
import { isInFuture, nowSeconds } from '../../core/clock.ts'
import type { Settings } from '../../settings/settings.ts'
import { kindOf, ownerColumns } from '../../operation/access/member.ts'
import { isIdle, isOver } from './session-expiry.ts'
import { advanceRetention, isRemovable } from '../../operation/limits/retention.ts'

export const tokenTypes = ['admin', 'admin-refresh', 'admin-ticket', 'user', 'user-refresh', 'user-ticket'] as const
export type TokenType = (typeof tokenTypes)[number]

/**
 * `none`: no token, an unknown one, or an account that was disabled. `expired`: known, but its time is over, or it was
 * issued while the clock was ahead: such a token would live for as long as the clock was wrong.
 */
type TokenState =
  | ({
      readonly state: 'active'
      readonly sessionId: number | null
      /** What has to be done before anything else. */
      readonly pending: PendingStep | null
    } & TokenHolder)
  | { readonly state: 'none' }
  | { readonly state: 'expired' }

export interface Sessions {
  /** The state of a token. */
  readToken(token: string | null, type?: TokenType): Promise<TokenState>
  /** The state of a session by its newest token, for answers that stay open while tokens are renewed. */
  readSession(id: number): Promise<TokenState>
  /** The same of many sessions in one read; those that are not there are left out. */
  readSessions(ids: readonly number[]): Promise<ReadonlyMap<number, TokenState>>
}

/** Seconds for which expired tokens are stored, so that a client learns that its session expired and can refresh it. */
const retentionSeconds = 2 * 86_400
/**
 * Seconds for which an access token that a refresh replaced counts as expired rather than unknown: calls that were sent
 * with it at that moment are then repeated with the new one, where "sign-in needed" would close an open dialog.
 */
const replacedSeconds = 60
/** Sessions that one statement reads. */
const maxSessions = 500
/** Rows of tokens that are stored until anything is committed: reading one takes a fifth of the time of a list. */
const maxRows = 1000
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** @param policy the site's settings of sessions, as they are at the time of a request */
export function createSessions(
  database: SystemDatabase,
  policy: () => Promise<Pick<Settings['session'], 'idleMinutes' | 'maxDays' | 'requiresFactor'>>,
): Sessions {
  // Compiled once, since each request runs it; hash and type are placeholders for those of the request.
  // Guard T21, T32: a token is of one type; only an access token signs in.
  // Without: const lookup = holdersOf(database).where('token.token_hash', '=', '').where('token.type', '>=',
  // '').compile()
  const lookup = holdersOf(database).where('token.token_hash', '=', '').where('token.type', '=', 'admin').compile()
  const rows = new CommitCache<{ readonly row: TokenRow | undefined }>(() => database.version(), { max: maxRows })
  const stateOf = async (row: TokenRow | undefined, type: TokenType): Promise<TokenState> => {
    // Guard T33: a disabled account is nobody.
    // Without: if (!row) return { state: 'none' }
    if (row?.status !== enabledStatus) return { state: 'none' }
    if (row.spent_time !== null) return { state: isJustReplaced(row.spent_time, type) ? 'expired' : 'none' }
    if (
      row.expire_time <= nowSeconds() ||
      // Guard T33: a token from the future is void.
      isInFuture(row.create_time)
    )
      return { state: 'expired' }
    const { idleMinutes, maxDays, requiresFactor } = await policy()
    // Guard T33: idle sessions are refused.
    // Without: if (isIdle(row.seen, 0)) return { state: 'expired' }
    if (isIdle(row.seen, idleMinutes)) return { state: 'expired' }
    // Guard T33: old sessions are refused.
    if (isOver(row.begin ?? row.create_time, maxDays)) return { state: 'expired' }
    return {
      state: 'active',
      ...tokenHolderOf(row),
      sessionId: row.session_id,
      pending: pendingStep(row, requiresFactor),
    }
  }
  const readSessions: Sessions['readSessions'] = async (ids) => {
    const states = new Map<number, TokenState>()
    for (let start = 0; start < ids.length; start += maxSessions) {
      const newestLast = await holdersOf(database)
        .where('token.session_id', 'in', ids.slice(start, start + maxSessions))
        .where('token.spent_time', 'is', null)
        .where('token.type', '<>', 'admin-ticket')
        // The newest token of a session comes last.
        .orderBy('token.expire_time')
        .execute()
      for (const row of newestLast) if (row.session_id !== null) states.set(row.session_id, await stateOf(row, 'admin'))
    }
    return states
  }
  return {
    readToken: async (token, type = 'admin') => {
      if (!isTokenText(token)) return { state: 'none' }
      const parameters = [tokenHash(token), type]
      const { row } = await rows.of(parameters.join(), async () => {
        const answer = await database.query.executeQuery<TokenRow>({ ...lookup, parameters })
        return { row: answer.rows[0] }
      })
      return stateOf(row, type)
    },
    readSession: async (id) => (await readSessions([id])).get(id) ?? { state: 'none' },
    readSessions,
  }
}

/** What the account has to do first; one step after the other. */
function pendingStep(row: TokenRow, requiresFactor: boolean): PendingStep | null {
  // Guard T33: a session waits for the code of the second factor.
  if (row.verified === 0) return 'code'
  if (row.must_change_password === 1) return 'password'
  // Guard T33: accounts enrol where the site requires a second factor.
  // Without: return null
  return requiresFactor && row.totp_time === null ? 'enrolment' : null
}

export const isJustReplaced = (spent: number, type: TokenType): boolean =>
  (type === 'admin' || type === 'user') && !isInFuture(spent) && nowSeconds() - spent <= replacedSeconds

const tokenHolderOf = (row: TokenRow): TokenHolder => ({
  adminId: row.admin_id,
  username: row.username,
  groups: parseList(row.group_arr).map(Number),
  accessVersion: row.access_version ?? '',
  tokenId: row.id,
  account: { ...row, id: row.admin_id },
})

/** Tokens with their accounts and sessions. */
const holdersOf = ({ query }: SystemDatabase) =>
  query
    .selectFrom('token')
    .innerJoin('admin', 'admin.id', 'token.admin_id')
    .leftJoin('session', 'session.id', 'token.session_id')
    .select([
      'token.id as id',
      'token.session_id as session_id',
      'admin.id as admin_id',
      'token.expire_time as expire_time',
      'token.spent_time as spent_time',
      'token.create_time as create_time',
      'admin.status as status',
      'admin.must_change_password as must_change_password',
      'admin.totp_time as totp_time',
      'session.verified as verified',
      'admin.username as username',
      'admin.nickname as nickname',
      'admin.avatar as avatar',
      'admin.last_login_time as last_login_time',
      'session.id as session',
      'session.seen_time as seen',
      'session.create_time as begin',
      'admin.group_arr as group_arr',
      accessVersionColumn.as('access_version'),
    ])

type TokenRow = InferResult<ReturnType<typeof holdersOf>>[number]

export interface NewToken {
  /** Of an administrator or of a member, as the type says. */
  readonly accountId: number
  readonly type: TokenType
  /** Seconds. */
  readonly life: number
  readonly sessionId: number
  /** Absent = a random one is generated. */
  readonly token?: string
}

export const isTokenText = (token: unknown): token is string => typeof token === 'string' && tokenShape.test(token)

const newTokenText = (): string => randomBytes(32).toString('base64url')

/** A new token of a session. The text is returned once and cannot be read again. */
export async function createToken(
  trx: SystemTransaction,
  { accountId, type, life, sessionId, token = newTokenText() }: NewToken,
): Promise<string> {
  const time = nowSeconds()
  await trx
    .insertInto('token')
    .values({
      token_hash: tokenHash(token),
      type,
      [ownerColumns[kindOf(type)]]: accountId,
      session_id: sessionId,
      expire_time: time + life,
      create_time: time,
      version: 1,
    })
    .execute()
  return token
}

/**
 * Marks access tokens as replaced by a newer one: none is accepted again. Locks their rows.
 * @param which one token, or all of a session
 */
export async function replaceTokens(
  trx: SystemTransaction,
  which: { readonly token: string } | { readonly sessionId: number },
): Promise<void> {
  const now = nowSeconds()
  const replaced = trx
    .updateTable('token')
    .set({ spent_time: now, expire_time: now })
    .where('type', 'in', ['admin', 'user'])
    .where('spent_time', 'is', null)
  await (
    'token' in which
      ? replaced.where('token_hash', '=', tokenHash(which.token))
      : replaced.where('session_id', '=', which.sessionId)
  ).execute()
}

/** Removes tokens whose end is two days past beyond doubt (`retention.ts`), and sessions none is left of. */
export async function purgeTokens(trx: SystemTransaction): Promise<void> {
  await advanceRetention(trx)
  if ((await removeFreeRows(trx, 'token', isRemovable('expire_time', retentionSeconds))) === 0) return
  const isOld = isRemovable('create_time', retentionSeconds)
  const hasToken = sql`exists (select 1 from token where token.session_id = session.id)`
  await removeFreeRows(trx, 'session', sql<SqlBool>`${isOld} and not ${hasToken}`)
}

/** The stored form of a token. */
export function tokenHash(token: string): string {
  // Not by an object of `createHash`: the garbage collector takes longer to free one than to hash a token.
  // Guard T30: tokens are stored hashed.
  // Without: return token
  return hash('sha256', token)
}

/** Sessions of members: the same tokens and sessions as those of administrators, of accounts that a module supplies. */
import type { SystemDatabase, SystemTransaction } from '../../operation/access/system-tables.ts'
import { isInFuture, nowSeconds } from '../../core/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/tables.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Member, MemberAccounts } from '../../operation/access/member.ts'
import { isOver } from './session-expiry.ts'
import { openSession, type Visitor } from './sessions.ts'
import { createToken, isJustReplaced, isTokenText, purgeTokens, tokenHash } from './tokens.ts'

export type MemberState =
  | { readonly state: 'active'; readonly member: Member; readonly tokenId: number }
  | { readonly state: 'none' }
  | { readonly state: 'expired' }

export interface MemberTokenParts {
  readonly database: Database
  /** Absent = no module has members. */
  readonly members?: MemberAccounts
  readonly settings: Pick<Settings, 'session'>
}

/** The state of a member's access token. Reads the token with its session, and the account, by key. */
export async function readMemberToken(
  { database, members: accounts, settings }: MemberTokenParts,
  token: string | null,
  type: 'user' | 'user-ticket' = 'user',
): Promise<MemberState> {
  if (!accounts || !isTokenText(token)) return { state: 'none' }
  const { query }: SystemDatabase = database
  const row = await query
    .selectFrom('token')
    .innerJoin('session', 'session.id', 'token.session_id')
    .select(['token.id as id', 'token.user_id', 'session_id', 'expire_time', 'spent_time', 'token.create_time'])
    .select('session.create_time as begin')
    .where('token_hash', '=', tokenHash(token))
    // Guard T32: only a member's access token signs a member in.
    .where('type', '=', type)
    .executeTakeFirst()
  if (!row || row.user_id === null || !(await accounts.isActive(database.query, row.user_id))) return { state: 'none' }
  if (row.spent_time !== null) return { state: isJustReplaced(row.spent_time, type) ? 'expired' : 'none' }
  if (row.expire_time <= nowSeconds() || isInFuture(row.create_time)) return { state: 'expired' }
  // Guard T33: old sessions of members are refused.
  if (isOver(row.begin, settings.session.maxDays)) return { state: 'expired' }
  return { state: 'active', member: { id: row.user_id, sessionId: row.session_id }, tokenId: row.id }
}

/** The sessions among these that have not ended. */
export async function liveMemberSessions(
  { query }: SystemDatabase,
  { session }: Pick<Settings, 'session'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const live = new Set<number>()
  for (let start = 0; start < ids.length; start += maxSessions) {
    const rows = await query
      .selectFrom('session')
      .select(['id', 'create_time'])
      .where('id', 'in', ids.slice(start, start + maxSessions))
      .where('user_id', 'is not', null)
      .execute()
    // Guard T33: old sessions of members keep no connection.
    // Without: for (const { id } of rows) live.add(id)
    for (const { id, create_time: begin } of rows) if (!isOver(begin, session.maxDays)) live.add(id)
  }
  return live
}

/** Sessions that one statement reads. */
const maxSessions = 500

export interface MemberSignIn {
  readonly id: number
  readonly visitor: Visitor
  /** The session renews itself. */
  readonly keep: boolean
}

/**
 * Opens a session of a member. Call it with the account locked.
 * @returns the tokens; `refresh_token` is "" unless the session is to be kept
 */
export async function openMemberSession(
  trx: Transaction,
  { session }: Pick<Settings, 'session'>,
  { id, visitor, keep }: MemberSignIn,
): Promise<{ readonly token: string; readonly refresh_token: string }> {
  const own: SystemTransaction = trx
  await purgeTokens(own)
  const sessionId = await openSession(own, id, visitor, true, 'user')
  const of = { accountId: id, sessionId }
  return {
    token: await createToken(own, { ...of, type: 'user', life: session.accessLife }),
    refresh_token: keep ? await createToken(own, { ...of, type: 'user-refresh', life: session.refreshLife }) : '',
  }
}

/**
 * Ends all sessions of a member: none of their tokens is accepted again. Call it with the account locked, in the
 * transaction that changes the account.
 * @param except a session that stays
 */
export async function endMemberSessions(trx: Transaction, id: number, except: number | null = null): Promise<void> {
  const own: SystemTransaction = trx
  let sessions = own.deleteFrom('session').where('user_id', '=', id)
  if (except !== null) sessions = sessions.where('id', '<>', except)
  await sessions.execute()
}

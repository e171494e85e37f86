/**
 * Sessions: one for each signing in, with the tokens that belong to it. Ending one ends all of them at once, in every
 * process.
 */
import { sql } from 'kysely'
import type { TokenAccount } from '../../operation/access/actor.ts'
import { enabledStatus } from '../../operation/access/access-state.ts'
import type { SystemDatabase, SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { isInFuture, latestPast, nowSeconds } from '../../core/clock.ts'
import { ownerColumns, type AccountKind } from '../../operation/access/member.ts'
import type { Settings } from '../../settings/settings.ts'
import { endOf, seenInterval } from './session-expiry.ts'
import { isTokenText, tokenHash, tokenTypes, type TokenType } from './tokens.ts'

export interface Visitor {
  readonly ip: string
  /** What the browser calls itself. */
  readonly device: string
  /** The client gets a new refresh token with each use; older clients keep theirs. */
  readonly rotates: boolean
}

/** A session as people see it; times are Unix seconds. */
export interface SessionInfo {
  readonly id: number
  readonly admin_id: number
  readonly username: string
  readonly nickname: string
  readonly device: string
  readonly ip: string
  readonly create_time: number
  readonly seen_time: number
  /** When it expires unless it is renewed. */
  readonly expire_time: number
  /** It renews itself ("keep me signed in"). */
  readonly keep: 0 | 1
  /** The session of the request. */
  readonly current: 0 | 1
}

/** @param isVerified false = it can do nothing until a code of the second factor verifies it */
export async function openSession(
  trx: SystemTransaction,
  accountId: number,
  { ip, device, rotates }: Visitor,
  isVerified = true,
  kind: AccountKind = 'admin',
): Promise<number> {
  const time = nowSeconds()
  const row = {
    [ownerColumns[kind]]: accountId,
    device: cleanText(device, 255),
    ip: ip.slice(0, 45),
    seen_time: time,
    rotates: rotates ? (1 as const) : (0 as const),
    verified: isVerified ? 1 : 0,
    create_time: time,
    version: 1,
  }
  return (await trx.insertInto('session').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Notes that the session of an account is in use; not more often than once a minute.
 * @param account as read with its token
 */
export async function touchSession(database: SystemDatabase, { session, seen }: TokenAccount): Promise<void> {
  const time = nowSeconds()
  if (session === null || (time - (seen ?? 0) < seenInterval && !isInFuture(seen))) return
  await database.write((trx) => trx.updateTable('session').set({ seen_time: time }).where('id', '=', session).execute())
}

/**
 * Counts all sessions as used now. While the idle timeout is off, their use is noted when a page loads only, so that
 * switching it on would end sessions in use, that of the caller among them. Locks their rows.
 */
export async function restartIdleTime(trx: SystemTransaction): Promise<void> {
  await trx.updateTable('session').set({ seen_time: nowSeconds() }).execute()
}

/** Sessions that are listed. */
export const maxSessions = 500

/**
 * Live sessions, latest used first; one more than are listed where there are more.
 * @param adminId null = everybody's
 */
export async function listSessions(
  { database, settings }: { readonly database: SystemDatabase; readonly settings: Pick<Settings, 'session'> },
  adminId: number | null,
  current: number | null,
): Promise<readonly SessionInfo[]> {
  const { maxDays } = settings.session
  let query = database.query
    .selectFrom('session')
    .innerJoin('admin', 'admin.id', 'session.admin_id')
    .innerJoin('token', 'token.session_id', 'session.id')
    .where('token.spent_time', 'is', null)
    .where('token.expire_time', '>', nowSeconds())
    .where('token.create_time', '<=', latestPast())
    .where('admin.status', '=', enabledStatus)
    .where('session.create_time', '>', nowSeconds() - endOf(0, maxDays))
    .where('session.create_time', '<=', latestPast())
  if (adminId !== null) query = query.where('session.admin_id', '=', adminId)
  const rows = await query
    .groupBy(['session.id', 'admin.id'])
    .select(({ fn }) => [
      'session.id as id',
      'admin.id as admin_id',
      'admin.username as username',
      'admin.nickname as nickname',
      'session.device as device',
      'session.ip as ip',
      'session.create_time as create_time',
      'session.seen_time as seen_time',
      fn.max<number>('token.expire_time').as('expire_time'),
      fn.sum<number>(sql<number>`case when token.type = 'admin-refresh' then 1 else 0 end`).as('refreshes'),
    ])
    .orderBy('session.seen_time', 'desc')
    .orderBy('session.id', 'desc')
    .limit(maxSessions + 1)
    .execute()
  return rows.map(({ refreshes, ...row }) => ({
    ...row,
    device: row.device ?? '',
    ip: row.ip ?? '',
    create_time: row.create_time ?? 0,
    seen_time: row.seen_time ?? 0,
    expire_time: Math.min(row.expire_time, endOf(row.create_time, maxDays)),
    keep: refreshes > 0 ? 1 : 0,
    current: row.id === current ? 1 : 0,
  }))
}

/** Whose session it is, or null when there is none. */
export async function ownerOf(database: SystemDatabase, id: number): Promise<number | null> {
  const row = await database.query.selectFrom('session').select('admin_id').where('id', '=', id).executeTakeFirst()
  return row?.admin_id ?? null
}

/**
 * Ends one session: none of its tokens is accepted again. Locks the session, then its tokens, which the database
 * removes with it; a refresh locks them in the same order.
 */
export async function endSession(trx: SystemTransaction, id: number): Promise<void> {
  await trx.deleteFrom('session').where('id', '=', id).execute()
}

/** Ends the sessions these token texts belong to; whatever is no token is left aside. */
export async function endSessionOf(trx: SystemTransaction, texts: Partial<Record<TokenType, unknown>>): Promise<void> {
  for (const type of tokenTypes) {
    const text = texts[type]
    if (!isTokenText(text)) continue
    const row = await trx
      .selectFrom('token')
      .select(['id', 'session_id'])
      .where('token_hash', '=', tokenHash(text))
      .where('type', '=', type)
      .executeTakeFirst()
    if (typeof row?.session_id === 'number')
      // Guard T33: signing out ends both tokens.
      // Without: await trx.deleteFrom('token').where('id', '=', row.id).execute()
      await endSession(trx, row.session_id)
    else if (row) await trx.deleteFrom('token').where('id', '=', row.id).execute()
  }
}

/**
 * Ends all sessions of an account, for example because its password changed or it was disabled. Call it in the
 * transaction that changes the account, after the change.
 * @param exceptTokenId id of an access token whose session stays
 */
export async function endSessions(
  trx: SystemTransaction,
  adminId: number,
  exceptTokenId: number | null = null,
): Promise<void> {
  // Guard T33: no session slips through.
  await lockAccount(trx, adminId)
  const keptToken =
    exceptTokenId === null
      ? undefined
      : await trx
          .selectFrom('token')
          .select('session_id')
          .where('id', '=', exceptTokenId)
          .where('admin_id', '=', adminId)
          .executeTakeFirst()
  const keptSession = keptToken?.session_id ?? null
  let tokens = trx.deleteFrom('token').where('admin_id', '=', adminId)
  let sessions = trx.deleteFrom('session').where('admin_id', '=', adminId)
  if (exceptTokenId !== null) tokens = tokens.where('id', '<>', exceptTokenId)
  if (keptSession !== null) {
    tokens = tokens.where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '<>', keptSession)]))
    sessions = sessions.where('id', '<>', keptSession)
  }
  // Sessions before their tokens, as everywhere.
  await sessions.execute()
  await tokens.execute()
}

/**
 * Locks the account until the transaction ends, so that no session starts or renews while others of it end. Writing a
 * row unchanged locks it on every engine. Returns the row, null when there is no such account.
 */
export async function lockAccount(trx: SystemTransaction, adminId: number): Promise<SystemRow<'admin'> | null> {
  return (
    (await trx
      .updateTable('admin')
      .set({ status: sql.ref('status') })
      .where('id', '=', adminId)
      .returningAll()
      .executeTakeFirst()) ?? null
  )
}

/** Header text is untrusted: control characters are removed and it is cut to the length of the column. */
function cleanText(text: string, length: number): string {
  return text.replace(/[^\x20-\x7e\u00a0-\ud7ff\ue000-\uffff]/g, '').slice(0, length)
}

/**
 * Exchanges a refresh token for a new access token. Sessions of our own client rotate: each use of a refresh token
 * invalidates it and issues its successor. A used token proves that it was stolen by or from the caller, so the whole
 * session ends. One exception: the token used last, for ten seconds, because tabs of one browser renew at the same
 * moment; they get the same successor. Successors are not stored; they are derived from the old token (which only its
 * bearer knows) and a salt (which only the database knows). Older clients keep one token, which expires thirty days
 * after signing in.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { memoizeByObject } from '../../../protocol/index.ts'
import type { Database } from '../../db/database.ts'
import type { SystemReading, SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { isInFuture, nowSeconds } from '../../core/clock.ts'
import type { Settings } from '../../settings/settings.ts'
import { enabledStatus } from '../../operation/access/access-state.ts'
import {
  kindOf,
  ownerColumns,
  type AccountKind,
  type MemberAccounts,
  type Owner,
} from '../../operation/access/member.ts'
import { isIdle, isOver } from './session-expiry.ts'
import { endSession, lockAccount } from './sessions.ts'
import { createToken, isTokenText, replaceTokens, tokenHash } from './tokens.ts'
import { warnOfStolenSession } from './account-warnings.ts'

/** Seconds a token spent last still gets its successor. */
const graceSeconds = 10

export interface RenewedTokens {
  readonly token: string
  /** The refresh token to go on with; null = the same one. */
  readonly refresh: string | null
  readonly type: 'admin-refresh' | 'user-refresh'
}

export interface RefreshScope {
  readonly database: Database
  readonly settings: Settings
  /** Absent = no module has members. */
  readonly members?: MemberAccounts
}

/** The access tokens a request was sent with, by the kind of account. */
export type OldTokens = Readonly<Record<AccountKind, string | null>>

/**
 * @param old the access tokens the request was sent with, expired or not; that of the refresh token's kind is
 *   replaced
 * @returns null when the refresh token is unknown, expired or used, or no access token was sent
 */
export async function refreshToken(
  scope: RefreshScope,
  old: OldTokens,
  refresh: unknown,
): Promise<RenewedTokens | null> {
  if (!isTokenText(refresh)) return null
  const key = [old.admin ?? '', old.user ?? '', refresh].map(tokenHash).join(' ')
  return shareRenewal(scope.database, key, () => renew(scope, old, refresh))
}

const runningRenewals = memoizeByObject((_database: Database) => new Map<string, Promise<RenewedTokens | null>>())

/**
 * Concurrent requests with the same tokens share one renewal, so that they do not use all connections while they wait
 * for each other. This only saves work: the result depends on the database alone, also across processes.
 */
function shareRenewal(
  database: Database,
  key: string,
  work: () => Promise<RenewedTokens | null>,
): Promise<RenewedTokens | null> {
  const running = runningRenewals(database)
  const known = running.get(key)
  if (known) return known
  const renewal = work().finally(() => running.delete(key))
  running.set(key, renewal)
  return renewal
}

async function renew(scope: RefreshScope, tokens: OldTokens, refresh: string): Promise<RenewedTokens | null> {
  const hash = tokenHash(refresh)
  const query: SystemReading = scope.database.query
  const found = await query
    .selectFrom('token')
    .select(['type', 'admin_id', 'user_id'])
    .where('token_hash', '=', hash)
    .where('type', 'in', refreshTypes)
    .executeTakeFirst()
  if (!found) return null
  const owner = ownerOf(found)
  const old = tokens[owner.kind]
  if (!isTokenText(old)) return null
  return scope.database.write(async (trx: SystemTransaction) => {
    const isActive = await lockOwner(trx, scope, owner)
    const row = await tokenRow(trx, hash)
    if (
      !isActive ||
      !row ||
      row.expire_time <= nowSeconds() ||
      // Guard T33: nor can it be renewed.
      isInFuture(row.create_time) ||
      (await belongsToOther(trx, old, row))
    )
      return null
    const session = await sessionRow(trx, row)
    if (
      !session ||
      // Guard T33: a session without its code is not renewed.
      session.verified === 0
    )
      return null
    // Guard T33: old sessions are not renewed.
    if (isOver(session.create_time, scope.settings.session.maxDays)) return null
    // The idle timeout is one of the administration.
    if (owner.kind === 'admin') {
      // Guard T33: idle sessions are not renewed.
      // Without: if (isIdle(session.seen_time, 0)) return null
      if (isIdle(session.seen_time, scope.settings.session.idleMinutes)) return null
      await noteRenewal(trx, session.id, scope.settings)
    }
    return session.rotates === 1 ? rotate(trx, scope.settings, row, refresh) : renewFixed(trx, scope.settings, row, old)
  }, 'essential')
}

/** A page that only polls renews its session as well, so renewing one is no use of it while the idle timeout is on. */
async function noteRenewal(trx: SystemTransaction, id: number, { session }: Settings): Promise<void> {
  // Guard T33: renewing a session is no use of it.
  if (session.idleMinutes > 0) return
  await trx.updateTable('session').set({ seen_time: nowSeconds() }).where('id', '=', id).execute()
}

async function renewFixed(
  trx: SystemTransaction,
  { session }: Settings,
  row: TokenRow,
  old: string,
): Promise<RenewedTokens> {
  await replaceTokens(trx, { token: old })
  const { kind, id } = ownerOf(row)
  const token = await createToken(trx, {
    accountId: id,
    type: kind,
    life: session.accessLife,
    sessionId: row.session_id,
  })
  return { token, refresh: null, type: `${kind}-refresh` }
}

async function rotate(
  trx: SystemTransaction,
  settings: Settings,
  row: TokenRow,
  refresh: string,
): Promise<RenewedTokens | null> {
  if (row.spent_time === null) return markSpent(trx, settings, row, refresh)
  // Its successor was issued while the clock was ahead and is void as well; that proves no theft.
  if (isInFuture(row.spent_time)) return null
  const owner = ownerOf(row)
  const successor = successorOf(refresh, row.salt ?? '', owner)
  const next = await tokenRow(trx, tokenHash(successor.refresh))
  if (
    // Guard T31: grace for the token spent last only.
    next?.spent_time === null &&
    // Guard T31: ten seconds of grace, no more.
    nowSeconds() - row.spent_time <= graceSeconds
  )
    return successor
  // Guard T31: replay ends the session.
  await endSession(trx, row.session_id)
  if (owner.kind === 'admin') await warnOfStolenSession(trx, owner.id)
  return null
}

async function markSpent(
  trx: SystemTransaction,
  { session }: Settings,
  row: TokenRow,
  refresh: string,
): Promise<RenewedTokens> {
  const salt = randomBytes(32).toString('base64url')
  const owner = ownerOf(row)
  const { kind } = owner
  const successor = successorOf(refresh, salt, owner)
  const of = { accountId: owner.id, sessionId: row.session_id }
  await trx.updateTable('token').set({ spent_time: nowSeconds(), salt }).where('id', '=', row.id).execute()
  // Guard T31: the old access token ends.
  await replaceTokens(trx, of)
  await createToken(trx, { ...of, type: kind, life: session.accessLife, token: successor.token })
  await createToken(trx, { ...of, type: successor.type, life: session.refreshLife, token: successor.refresh })
  return successor
}

/** The pair that follows a refresh token. */
function successorOf(refresh: string, salt: string, { kind }: Owner): RenewedTokens & { readonly refresh: string } {
  const derive = (what: string): string => createHmac('sha256', refresh).update(`${what} ${salt}`).digest('base64url')
  return { token: derive('access'), refresh: derive('refresh'), type: `${kind}-refresh` }
}

// Guard T32: only a refresh token renews.
// Without: const refreshTypes = ['admin', 'user', 'admin-refresh', 'user-refresh'] as const
const refreshTypes = ['admin-refresh', 'user-refresh'] as const

const ownerOf = (row: Pick<SystemRow<'token'>, 'type' | 'admin_id' | 'user_id'>): Owner => {
  const kind = kindOf(row.type)
  return { kind, id: row[ownerColumns[kind]] ?? 0 }
}

/** True when the account exists and may use the site. */
async function lockOwner(trx: SystemTransaction, { members }: RefreshScope, { kind, id }: Owner): Promise<boolean> {
  // Guard T31: refreshes wait for each other.
  // Without: if (kind === 'admin') return (await trx.selectFrom('admin').selectAll().where('id', '=',
  // id).executeTakeFirst())?.status === enabledStatus
  if (kind === 'admin') return (await lockAccount(trx, id))?.status === enabledStatus
  return (await members?.lock(trx, id)) === true
}

/** A refresh token, which always belongs to a session. */
type TokenRow = SystemRow<'token'> & { readonly session_id: number }

async function tokenRow(query: SystemReading, hash: string): Promise<TokenRow | undefined> {
  const row = await query
    .selectFrom('token')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('type', 'in', refreshTypes)
    .executeTakeFirst()
  return row && { ...row, session_id: row.session_id ?? 0 }
}

const sessionRow = (query: SystemReading, row: TokenRow): Promise<SystemRow<'session'> | undefined> =>
  query.selectFrom('session').selectAll().where('id', '=', row.session_id).executeTakeFirst()

/** True when the access token belongs to another account. A removed one belongs to nobody. */
async function belongsToOther(trx: SystemReading, old: string, row: TokenRow): Promise<boolean> {
  const { kind, id } = ownerOf(row)
  const access = await trx
    .selectFrom('token')
    .select(['type', 'admin_id', 'user_id'])
    .where('token_hash', '=', tokenHash(old))
    .where('type', '=', kind)
    .executeTakeFirst()
  // Guard T31: the access token belongs to the account of the refresh token.
  // Without: return false
  return access !== undefined && ownerOf(access).id !== id
}

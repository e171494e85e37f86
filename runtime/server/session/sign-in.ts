/** Signing in: account and password against a new access token, and a refresh token when it is to be kept. */
import { say, type Language, type TextKey } from '../../protocol/index.ts'
import type { Database } from '../db/database.ts'
import type { Row } from '../db/tables.ts'
import { nowSeconds } from '../records/scope.ts'
import type { Settings } from '../settings.ts'
import { adminBy, adminInfo, enabled, type AdminInfo } from './admins.ts'
import { passwordShape, verifyPassword } from './password.ts'
import { createToken, purgeTokens } from './tokens.ts'

export interface SignInInput {
  readonly username: unknown
  readonly password: unknown
  readonly keep: boolean
  /** Address of the client, for the account's record. */
  readonly ip: string
}

export type SignedIn = AdminInfo & { readonly token: string; readonly refresh_token: string }

/** Why nobody was signed in: a sentence, and the input it stands on (null when it must not tell which one is wrong). */
export interface SignInRefusal {
  readonly refused: TextKey
  readonly field: 'username' | 'password' | null
}

export interface SignInScope {
  readonly database: Database
  readonly settings: Settings
}

/**
 * Unknown accounts and wrong passwords get the same text after the same work. That an account is disabled is told only
 * to those who know its password, so that nobody else learns that it exists.
 */
export async function signIn(scope: SignInScope, input: SignInInput): Promise<SignedIn | SignInRefusal> {
  const { username, password } = input
  const broken = brokenInput(username, password)
  if (broken) return broken
  const admin = await adminBy(scope.database, 'username', username as string)
  const matches = await verifyPassword(admin ? String(admin['password']) : null, password as string)
  if (!admin || !matches) return { refused: 'session.wrong', field: null }
  if (admin['status'] !== enabled) return { refused: 'session.disabled', field: null }
  return open(scope, admin, input)
}

export function sayRefusal(language: Language, { refused, field }: SignInRefusal): { msg: string; errors?: Record<string, string> } {
  const msg = say(language, refused)
  return field ? { msg, errors: { [field]: msg } } : { msg }
}

function brokenInput(username: unknown, password: unknown): SignInRefusal | null {
  if (typeof username !== 'string' || username === '') return { refused: 'session.username_required', field: 'username' }
  if (username.length < 3 || username.length > 30) return { refused: 'field.account', field: 'username' }
  if (typeof password !== 'string' || password === '') return { refused: 'session.password_required', field: 'password' }
  return passwordShape.test(password) ? null : { refused: 'field.password', field: 'password' }
}

async function open({ database, settings }: SignInScope, admin: Row, { keep, ip }: SignInInput): Promise<SignedIn> {
  const adminId = Number(admin['id'])
  const { accessLife, refreshLife } = settings.session
  const time = nowSeconds()
  return database.write(async (trx) => {
    await trx.updateTable('admin').set({ last_login_time: time, last_login_ip: ip, login_failure: 0 }).where('id', '=', adminId).execute()
    await purgeTokens(trx)
    const token = await createToken(trx, { adminId, type: 'admin', life: accessLife })
    const refresh = keep ? await createToken(trx, { adminId, type: 'admin-refresh', life: refreshLife }) : ''
    return { ...adminInfo({ ...admin, last_login_time: time }, settings), token, refresh_token: refresh }
  })
}

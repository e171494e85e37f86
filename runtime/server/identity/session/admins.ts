/** The accounts that sign in. */
import { defaultAvatar, formatSeconds } from '../../../protocol/index.ts'
import { adminOptions } from '#generated/system/options.ts'
import { enabledStatus } from '../../operation/access/access-state.ts'
import { ensureSuperGroup } from '../../operation/access/super-group.ts'
import type { SystemDatabase, SystemRow } from '../../operation/access/system-tables.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Settings } from '../../settings/settings.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { hashPassword, randomPassword } from './password.ts'
import { anyPassword, newPasswordProblem } from './password/password-rule.ts'

/** The account data a client stores after signing in. */
export interface AdminInfo {
  readonly id: number
  readonly username: string
  readonly nickname: string
  readonly avatar: string
  /** `YYYY-MM-DD HH:mm:ss` in site time, "" when never. */
  readonly last_login_time: string
}

export function adminInfo(
  row: Pick<SystemRow<'admin'>, 'id' | 'username' | 'nickname' | 'avatar' | 'last_login_time'>,
  settings: Settings,
): AdminInfo {
  const last = row.last_login_time
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    avatar: row.avatar || defaultAvatar,
    last_login_time: last === null ? '' : formatSeconds(last, settings.timeZone),
  }
}

export async function findAdmin(
  database: SystemDatabase,
  column: 'id' | 'username',
  value: string | number,
): Promise<SystemRow<'admin'> | null> {
  return (await database.query.selectFrom('admin').selectAll().where(column, '=', value).executeTakeFirst()) ?? null
}

export interface FirstAdmin {
  readonly username: string
  /** Shown to a person once; null when the password came from the environment. */
  readonly password: string | null
}

/**
 * Throws a StartError when the given password for the first account breaks the rule.
 * @param isFirst there is no account yet; otherwise the password is not used, and one that earlier rules allowed may
 * still be in the environment
 */
export function checkGivenPassword(given: string | null, isFirst: boolean): void {
  if (given === null) return
  if (isFirst ? newPasswordProblem(given) !== null : !anyPassword.test(given)) throw new StartError('password')
}

const disabledStatus = adminOptions.status.disabled

/** Instead of the hash of a password: nobody signs in to such an account. */
const noPassword = ''

/** True when there is no account yet that somebody could sign in to. */
export async function hasNoAdmin(database: SystemDatabase): Promise<boolean> {
  const found = await database.query
    .selectFrom('admin')
    .select('id')
    .where('password', '<>', noPassword)
    .limit(1)
    .executeTakeFirst()
  return found === undefined
}

/**
 * The account that demo data is attributed to: the oldest one. Where there is none, the first account is created
 * without a password, disabled; `ensureFirstAdmin` makes it ready.
 */
export async function oldestAdmin(
  database: SystemDatabase,
): Promise<{ readonly id: number; readonly username: string }> {
  const read = () =>
    database.query.selectFrom('admin').select(['id', 'username']).orderBy('id').limit(1).executeTakeFirst()
  const known = await read()
  if (known) return known
  await insertFirstAdmin(database, { password: noPassword, status: disabledStatus })
  return (await read()) ?? Promise.reject(new Error('the first account was removed while it was created'))
}

/**
 * Creates the account `admin` when there is no account at all. A generated password has to be changed at the first
 * sign-in: it was printed where others may read it.
 * @param given password from the environment; null = a random one is generated.
 * @returns null when accounts exist. Throws a StartError when the given password breaks the rule.
 */
export async function ensureFirstAdmin(database: SystemDatabase, given: string | null): Promise<FirstAdmin | null> {
  if (!(await hasNoAdmin(database))) return null
  checkGivenPassword(given, true)
  const password = given ?? randomPassword()
  const ready = {
    password: await hashPassword(password),
    must_change_password: given === null ? 1 : 0,
    status: enabledStatus,
  } as const
  const { numUpdatedRows } = await database.write((trx) =>
    trx
      .updateTable('admin')
      .set({ ...ready, update_time: nowSeconds() })
      .where('username', '=', firstUsername)
      .where('password', '=', noPassword)
      .executeTakeFirstOrThrow(),
  )
  // Otherwise another process on the same database was first.
  const isOurs = Number(numUpdatedRows) === 1 || (await insertFirstAdmin(database, ready))
  return isOurs ? { username: firstUsername, password: given === null ? password : null } : null
}

/** Locks the account when the start failed after all: nobody has seen its password. The next start makes it ready. */
export async function withdrawFirstAdmin(database: SystemDatabase, { username }: FirstAdmin): Promise<void> {
  await database.write((trx) =>
    trx
      .updateTable('admin')
      .set({ password: noPassword, status: disabledStatus })
      .where('username', '=', username)
      .execute(),
  )
}

const firstUsername = 'admin'

/** False when the account exists. */
async function insertFirstAdmin(
  database: SystemDatabase,
  state: Pick<SystemRow<'admin'>, 'password' | 'status'> & { readonly must_change_password?: 0 | 1 },
): Promise<boolean> {
  const time = nowSeconds()
  const row = {
    must_change_password: 0,
    ...state,
    username: firstUsername,
    nickname: 'Admin',
    login_failure: 0,
    version: 1,
    create_time: time,
    update_time: time,
  }
  try {
    await database.write(async (trx) =>
      trx
        .insertInto('admin')
        .values({ ...row, group_arr: JSON.stringify([await ensureSuperGroup(trx)]) })
        .execute(),
    )
    return true
  } catch (error) {
    if (database.adapter.problemOf(error)?.kind === 'unique') return false
    throw error
  }
}

/** Members as accounts: how they are found, locked, and described to their own clients. */
import { codes, decimalText, defaultAvatar, formatSeconds, trimText, type Language } from 'tablewright/protocol'
import { accountName, findSimilarName, RouteReply, type MemberAccounts, type Settings } from 'tablewright/server'
import type { Selectable } from 'kysely'
import type { Database } from '#generated/database.ts'
import { userOptions } from '#generated/member/options.ts'
import { t } from '../i18n.ts'
import type { Reading, Transaction } from '#generated/member/server.ts'

export type MemberRow = Selectable<Database['user']>

const { enabled } = userOptions.status

export const isActiveMember = ({ status }: Pick<MemberRow, 'status'>): boolean => status === enabled

export async function findMember(
  query: Pick<Reading, 'selectFrom'>,
  column: 'id' | 'username' | 'email' | 'mobile',
  value: string | number,
): Promise<MemberRow | null> {
  return (await query.selectFrom('user').selectAll().where(column, '=', value).executeTakeFirst()) ?? null
}

/** By user name, mail address or mobile number: its form decides which one it is. */
export const findByName = (query: Reading, name: string): Promise<MemberRow | null> => {
  const text = accountName(name)
  if (text.includes('@')) return findByAddress(query, trimText(name), text)
  return findMember(query, /^\d/.test(text) ? 'mobile' : 'username', text)
}

/** Addresses are stored in small letters, except those that other applications wrote. */
const findByAddress = async (query: Reading, exact: string, usual: string): Promise<MemberRow | null> =>
  (await findMember(query, 'email', exact)) ?? findMember(query, 'email', usual)

/** True when another member has the name or the address, in whatever case. Call it with the names locked. */
export const isNameTaken = async (
  query: Reading,
  column: 'username' | 'email',
  name: string,
  id: number | null,
): Promise<boolean> => (await findSimilarName(query, { table: 'user', column }, name, id)) !== null

/**
 * Locks the row FOR NO KEY UPDATE. It is written unchanged, and without the record API, which writes no such row: this
 * locks on every engine and answers the row in one statement. Null = there is none, or it was deleted.
 */
export async function lockMember(trx: Transaction, id: number): Promise<MemberRow | null> {
  return (
    (await trx
      .updateTable('user')
      .set((eb) => ({ status: eb.ref('status') }))
      .where('id', '=', id)
      // Guard T85: a request that began before its member was deleted writes nothing to the empty account.
      // Without: .where('id', 'is not', null)
      .where('erased_time', 'is', null)
      .returningAll()
      .executeTakeFirst()) ?? null
  )
}

export const memberAccounts: MemberAccounts = {
  async isActive(query, id) {
    const row = await query.selectFrom('user').select('status').where('id', '=', id).executeTakeFirst()
    return row?.['status'] === enabled
  },
  async lock(trx, id) {
    const row = await lockMember(trx, id)
    return row !== null && isActiveMember(row)
  },
  async contact(query, id) {
    const row = await query.selectFrom('user').select(['email', 'mobile']).where('id', '=', id).executeTakeFirst()
    const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
    return row ? { email: textOf(row['email']), mobile: textOf(row['mobile']) } : null
  },
}

/** The member who is signed in, as a client stores them. Times are texts in the time zone of the site, "" = never. */
export function memberInfo(
  { timeZone }: Pick<Settings, 'timeZone'>,
  row: MemberRow,
  tokens: { readonly token: string; readonly refresh_token: string },
) {
  const textOf = (time: number | null): string => (time === null ? '' : formatSeconds(time, timeZone))
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    avatar: row.avatar || defaultAvatar,
    gender: row.gender,
    birthday: row.birthday,
    money: decimalText(row.money ?? 0, 2),
    score: row.score ?? 0,
    join_time: textOf(row.join_time),
    motto: row.motto ?? '',
    last_login_time: textOf(row.last_login_time),
    last_login_ip: row.last_login_ip ?? '',
    ...tokens,
  }
}

/** Sends a client to the sign-in page of members. */
export const signInFirst = (language: Language): RouteReply =>
  new RouteReply(
    { routePath: '/user/login', type: 'need login' },
    { code: codes.signIn, msg: t(language, 'need_login') },
  )

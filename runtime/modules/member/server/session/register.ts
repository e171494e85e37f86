/** Registering: a name nobody has, a password, and an address that receives a code. */
import { trimText } from 'tablewright/protocol'
import {
  checkNewPassword,
  hashNewPassword,
  lockAccountNames,
  lockRows,
  nowSeconds,
  OperationError,
  openMemberSession,
  RouteReply,
  type RouteVisitor,
} from 'tablewright/server'
import { groupOptions, userOptions } from '#generated/member/options.ts'
import { channels, readAddress } from '../codes/addresses.ts'
import { readCode, withSentCode } from '../codes/codes.ts'
import { checkFields } from '../check-fields.ts'
import { t } from '../i18n.ts'
import type { Scope, Transaction } from '#generated/member/server.ts'
import { findMember, isNameTaken, memberInfo, type MemberRow } from './accounts.ts'

export interface Registration {
  readonly username?: string
  readonly password?: string
  readonly registerType?: string
  readonly email?: string
  readonly mobile?: string
  readonly captcha?: string
}

export const usernameShape = /^[a-zA-Z][a-zA-Z0-9_]{2,14}$/

/** Signs the new member in at once, without a refresh token. */
export async function register(scope: Scope, visitor: RouteVisitor, registration: Registration): Promise<RouteReply> {
  const { language, database, settings } = scope
  const channel = channels.find((channel) => channel === registration.registerType) ?? 'email'
  const { username, address, code } = await checkFields({
    username: () => readFreeName(scope, registration.username),
    password: () => checkNewPassword(language, registration.password ?? ''),
    address: () => readAddress(scope, channel, registration[channel] ?? ''),
    code: () => readCode(scope, registration.captcha),
  })
  const password = await hashNewPassword(language, registration.password ?? '')
  const userInfo = await withSentCode(
    scope,
    { event: 'user_register', address, code },
    {
      lock: async (trx) => {
        await lockAccountNames(trx, 'user')
        return lockFirstGroup(scope, trx)
      },
      work: async (trx, groupId) => {
        const isTaken =
          (await isNameTaken(trx, 'username', username, null)) ||
          (channel === 'email' && (await isNameTaken(trx, 'email', address.to, null)))
        if (isTaken) throw nameTaken(scope)
        const values = { username, password, group_id: groupId, [channel]: address.to }
        const row = await addMember(trx, visitor, values)
        return memberInfo(settings, row, await openMemberSession(trx, settings, { id: row.id, visitor, keep: false }))
      },
    },
  ).catch((error: unknown) => {
    // Another request was faster; a name or an address that was free a moment ago.
    throw database.adapter.problemOf(error)?.kind === 'unique' ? nameTaken(scope) : error
  })
  return new RouteReply({ userInfo, routePath: '/user' }, { msg: t(language, 'registered') })
}

/** @throws an OperationError `invalid` when it cannot be a name, or somebody has it */
async function readFreeName(scope: Scope, text = ''): Promise<string> {
  const name = trimText(text)
  if (!usernameShape.test(name)) throw invalidName(scope, 'username.shape')
  const { query } = scope.database
  if ((await findMember(query, 'username', name)) || (await isNameTaken(query, 'username', name, null)))
    throw nameTaken(scope)
  return name
}

const nameTaken = (scope: Scope): OperationError => invalidName(scope, 'username.taken')

const invalidName = ({ language }: Scope, problem: 'username.shape' | 'username.taken'): OperationError =>
  new OperationError('invalid', { errors: { username: t(language, problem) } })

/** Locks the first group that is in use, which new members refer to. @returns its id */
async function lockFirstGroup(scope: Scope, trx: Transaction): Promise<number> {
  const group = await trx
    .selectFrom('user_group')
    .select('id')
    .where('status', '=', groupOptions.status.enabled)
    .orderBy('id')
    .executeTakeFirst()
  if (!group) throw new OperationError('bad_state', { sentence: t(scope.language, 'closed') })
  await lockRows(scope, trx, 'member/group', [group.id], 'reference')
  return group.id
}

/**
 * Written without the record API: its hook hashes the password that was sent, which is slow and was done before the
 * transaction.
 */
function addMember(
  trx: Transaction,
  { ip }: RouteVisitor,
  values: Pick<MemberRow, 'username' | 'password' | 'group_id'>,
): Promise<MemberRow> {
  const time = nowSeconds()
  return trx
    .insertInto('user')
    .values({
      ...values,
      nickname: values.username,
      gender: userOptions.gender.unknown,
      money: 0,
      score: 0,
      login_failure: 0,
      status: userOptions.status.enabled,
      join_time: time,
      join_ip: ip.slice(0, 45),
      last_login_time: time,
      last_login_ip: ip.slice(0, 45),
      create_time: time,
      update_time: time,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Password and addresses of a member: each change ends the sessions that others may have. */
import { randomBytes } from 'node:crypto'
import {
  checkNewPassword,
  endMemberSessions,
  hashNewPassword,
  lockAccountNames,
  nowSeconds,
  OperationError,
  RouteReply,
  verifyStoredPassword,
} from 'tablewright/server'
import { checkFields } from '../check-fields.ts'
import { nothing, verified } from '../answers.ts'
import { channels, messengerOf, readAddress, type Channel } from '../codes/addresses.ts'
import { readCode, storeCode, spendCode, withSentCode } from '../codes/codes.ts'
import { addressChanged } from '../codes/messages.ts'
import { t } from '../i18n.ts'
import { addMemberNotice } from '../notices/notices.ts'
import { findMember, isActiveMember, isNameTaken, lockMember, type MemberRow } from '../session/accounts.ts'
import { isOpen } from '../settings.ts'
import type { Scope, Transaction } from '#generated/member/server.ts'
import { defineMemberRoute, refuseMember, requireMember } from './rights.ts'
import { inputLabels } from '../labels.ts'

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const

/** What a client that has verified the current address proves it with, by account and channel. */
const passPurpose = (channel: Channel, userId: number): string => `pass ${channel} ${userId}`

const channelOf = (type: string | undefined): Channel => channels.find((channel) => channel === type) ?? 'email'

async function requireRow({ database }: Scope, id: number): Promise<MemberRow> {
  const row = await findMember(database.query, 'id', id)
  if (!row) throw new OperationError('not_found')
  return row
}

export const verificationRoute = defineMemberRoute({
  area: 'api',
  method: 'POST',
  transaction: 'own',
  right: null,
  path: 'account/verification',
  login: 'member',
  label: { 'zh-cn': '验证当前绑定', en: 'Verify the current address' },
  input: { type: 'object', properties: { type: text(20), captcha: text(20) } },
  answer: verified,
  labels: inputLabels,
  maxPerMinute: 30,
  handler: async ({ scope, member, input }) => {
    const { id, sessionId } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId }, null)
    if (refusal) return refusal
    const type = channelOf(input.type)
    const row = await requireRow(scope, id)
    const address = readAddress(scope, type, row[type] ?? '', 'captcha')
    const code = { event: `user_${type}_verify`, address, code: readCode(scope, input.captcha) }
    const accountVerificationToken = await withSentCode(scope, code, {
      lock: async () => undefined,
      work: async (trx, _locked, owner) => {
        if (owner !== id) throw wrongCode(scope)
        const secret = randomBytes(32).toString('base64url')
        await storeCode(trx, { purpose: passPurpose(type, id), secret, userId: id })
        return secret
      },
    })
    return { type, accountVerificationToken }
  },
})

export const changeBindRoute = defineMemberRoute({
  area: 'api',
  method: 'POST',
  transaction: 'own',
  right: null,
  path: 'account/changeBind',
  login: 'member',
  label: { 'zh-cn': '更换绑定', en: 'Change an address' },
  input: {
    type: 'object',
    properties: {
      type: text(20),
      email: text(254),
      mobile: text(20),
      captcha: text(20),
      accountVerificationToken: text(100),
      password: text(200),
    },
  },
  answer: nothing,
  labels: inputLabels,
  maxPerMinute: 30,
  handler: async ({ scope, member, input }) => {
    const { id, sessionId } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId }, null)
    if (refusal) return refusal
    const { language, database } = scope
    const type = channelOf(input.type)
    const before = await requireRow(scope, id)
    const isBound = (before[type] ?? '') !== ''
    const { address, code } = await checkFields({
      password: () => (isBound ? undefined : verifyOwn(scope, before, input.password, 'password')),
      address: () => readAddress(scope, type, input[type] ?? ''),
      code: () => readCode(scope, input.captcha),
    })
    try {
      await withSentCode(
        scope,
        { event: `user_change_${type}`, address, code },
        {
          lock: async (trx) => {
            await lockAccountNames(trx, 'user')
            return lockMember(trx, id)
          },
          work: async (trx, row, owner) => {
            if (owner !== id) throw wrongCode(scope)
            if (!row || row[type] !== before[type])
              throw new OperationError('bad_state', { sentence: t(language, 'bind.verify') })
            if (isBound && !(await spendCode(trx, passPurpose(type, id), input.accountVerificationToken ?? '')))
              throw new OperationError('invalid', { sentence: t(language, 'bind.verify') })
            if (type === 'email' && (await isNameTaken(trx, 'email', address.to, id))) throw addressTaken(scope, type)
            await writeMember(trx, id, { [type]: address.to })
            await endMemberSessions(trx, id, sessionId)
            await noticeChange(scope, trx, row)
            await addMemberNotice(trx, id, `${type}.changed`, { address: address.to })
          },
        },
      )
    } catch (error) {
      if (database.adapter.problemOf(error)?.kind !== 'unique') throw error
      throw addressTaken(scope, type)
    }
    return new RouteReply(null, { msg: t(language, 'bind.saved') })
  },
})

const addressTaken = ({ language }: Scope, type: Channel): OperationError =>
  new OperationError('invalid', { errors: { [type]: t(language, 'address.taken') } })

/** The mail address that the account had learns of the change. */
async function noticeChange(scope: Scope, trx: Transaction, { email, username }: MemberRow): Promise<void> {
  const mailer = messengerOf(scope, 'email')
  if (!email || !mailer?.canDeliver(scope.settings) || !mailer.isAddress(email)) return
  await mailer.send(scope.settings, trx, {
    to: email,
    message: { code: addressChanged, isSecret: false },
    language: scope.language,
    values: { username },
  })
}

export const changePasswordRoute = defineMemberRoute({
  area: 'api',
  method: 'POST',
  transaction: 'own',
  right: null,
  path: 'account/changePassword',
  login: 'member',
  label: { 'zh-cn': '会员修改密码', en: 'Change the password of a member' },
  input: {
    type: 'object',
    properties: { oldPassword: text(200), newPassword: text(200), confirmPassword: text(200) },
  },
  answer: nothing,
  labels: inputLabels,
  maxPerMinute: 30,
  handler: async ({ scope, member, input }) => {
    const { id, sessionId } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId }, 'account/changePassword')
    if (refusal) return refusal
    const { language, database } = scope
    const { oldPassword, newPassword = '', confirmPassword } = input
    const row = await requireRow(scope, id)
    const refuse = (field: keyof typeof input, problem: 'password.same' | 'password.repeat'): never => {
      throw new OperationError('invalid', { errors: { [field]: t(language, problem) } })
    }
    await checkFields({
      current: () => verifyOwn(scope, row, oldPassword, 'oldPassword'),
      next: () => checkNewPassword(language, newPassword, 'newPassword'),
      other: () => newPassword !== '' && newPassword === oldPassword && refuse('newPassword', 'password.same'),
      repeated: () =>
        confirmPassword !== undefined &&
        confirmPassword !== newPassword &&
        refuse('confirmPassword', 'password.repeat'),
    })
    const password = await hashNewPassword(language, newPassword, 'newPassword')
    await database.write(async (trx) => {
      const current = await lockMember(trx, id)
      // Another request was faster.
      if (current?.password !== row.password) throw new OperationError('conflict')
      await writeMember(trx, id, { password })
      await endMemberSessions(trx, id)
      await addMemberNotice(trx, id, 'password.changed')
    })
    return new RouteReply(null, { msg: t(language, 'password.saved') })
  },
})

/** The same answer for addresses of no account: their code is wrong. */
export const retrievePasswordRoute = defineMemberRoute({
  area: 'api',
  method: 'POST',
  transaction: 'own',
  right: null,
  path: 'account/retrievePassword',
  login: 'none',
  label: { 'zh-cn': '会员找回密码', en: 'Recover the password of a member' },
  input: {
    type: 'object',
    properties: { type: text(20), account: text(254), captcha: text(20), password: text(200) },
    required: ['account'],
  },
  answer: nothing,
  labels: inputLabels,
  maxPerMinute: 30,
  handler: async ({ scope, input }) => {
    const { language } = scope
    if (!isOpen(scope.settings)) throw new OperationError('bad_state', { sentence: t(language, 'closed') })
    const { address, code } = await checkFields({
      address: () => readAddress(scope, channelOf(input.type), input.account, 'account'),
      code: () => readCode(scope, input.captcha),
      password: () => checkNewPassword(language, input.password ?? ''),
    })
    const password = await hashNewPassword(language, input.password ?? '')
    const member = await findMember(scope.database.query, address.channel, address.to)
    await withSentCode(
      scope,
      { event: 'user_retrieve_pwd', address, code },
      {
        // The same work for addresses of no account.
        lock: (trx) => lockMember(trx, member?.id ?? 0),
        work: async (trx, row, owner) => {
          // The address may belong to somebody else by now.
          if (!row || row.id !== owner || !isActiveMember(row) || row[address.channel] !== address.to)
            throw wrongCode(scope)
          await writeMember(trx, row.id, { password })
          // Guard T33: a recovered password ends the sessions of the member.
          await endMemberSessions(trx, row.id)
          await addMemberNotice(trx, row.id, 'password.recovered')
        },
      },
    )
    return new RouteReply(null, { msg: t(language, 'password.saved') })
  },
})

const wrongCode = ({ language }: Scope): OperationError =>
  new OperationError('invalid', { errors: { captcha: t(language, 'code.wrong') } })

const verifyOwn = (scope: Scope, row: MemberRow, password: string | undefined, field: string): Promise<void> =>
  verifyStoredPassword(scope, {
    owner: { kind: 'user', id: row.id },
    stored: row.password,
    password,
    field,
  })

/**
 * Written without the record API: its hooks end all sessions and tell the member what administrators change, while here
 * one session may stay, and the route tells what the member changed.
 */
async function writeMember(
  trx: Transaction,
  id: number,
  values: Partial<Pick<MemberRow, 'password' | Channel>>,
): Promise<void> {
  await trx
    .updateTable('user')
    .set(({ eb, ref }) => ({ ...values, update_time: nowSeconds(), version: eb(ref('version'), '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The account of the caller, changed by the caller. The id in the body is ignored. */
import { defaultAvatar, formatSeconds, isEmpty, type TableModel } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import type { SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { readBody } from '../../records/body.ts'
import { refuseClashes, refuseProblems } from '../../records/field-problems.ts'
import { recordChanges } from '../../records/recovery/write-log.ts'
import { checkSchema } from '../../records/schema-check.ts'
import { nowSeconds } from '../../core/clock.ts'
import type { Scope } from '../../operation/scope.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { findAdmin } from './admins.ts'
import { verifyOwnPassword } from './password/verify-own-password.ts'
import { emailChanged } from './recovery/messages.ts'
import { lockAccount } from './sessions.ts'

export interface ProfileScope extends Scope {
  readonly body: Readonly<Record<string, unknown>>
}

const ownFields = ['nickname', 'avatar', 'email', 'mobile', 'motto'] as const

/** The account as its owner sees it. */
export async function readProfile(
  { database, settings }: Scope,
  adminId: number,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await findAdmin(database, 'id', adminId)
  if (!row) throw new OperationError('not_found')
  const last = row.last_login_time
  return {
    id: adminId,
    username: row.username,
    nickname: row.nickname,
    avatar: row.avatar || defaultAvatar,
    email: row.email ?? '',
    mobile: row.mobile ?? '',
    motto: row.motto ?? '',
    last_login_time: last === null ? '' : formatSeconds(last, settings.timeZone),
    last_login_ip: row.last_login_ip ?? '',
  }
}

/**
 * Saves what the body names of the account's own fields. A password is refused: older clients send the new one only,
 * and changing it requires the current one (`password/change-password.ts`). So does another mail address, as
 * `current_password`. Locks the row of the account.
 * Throws an OperationError `invalid` or `duplicate` with the errors by field.
 */
export async function saveProfile(scope: ProfileScope, model: TableModel, adminId: number): Promise<void> {
  if (!isEmpty(scope.body['password']))
    throw new OperationError('invalid', { errors: { password: t(scope.language, 'password.own_client') } })
  const given = readBody(model, ownPart(scope.body), scope.settings)
  checkSchema(model, await scope.validators(model.id), given.values, new Set(given.values.keys()), given.problems)
  refuseProblems(scope, given.problems)
  const values = Object.fromEntries(given.values)
  if (Object.keys(values).length === 0) return
  const isNewAddress = await takesNewAddress(scope, adminId, values['email'])
  await refuseClashes(scope, model, given.values, () =>
    scope.database.write(async (trx: SystemTransaction) => {
      const before = await lockAccount(trx, adminId)
      if (before) await recordChanges(scope, model, trx, [{ before, after: values }])
      if (isNewAddress && before) await tellFormerAddress(scope, trx, before)
      await trx
        .updateTable('admin')
        .set(({ eb, ref }) => ({ ...values, update_time: nowSeconds(), version: eb(ref('version'), '+', 1) }))
        .where('id', '=', adminId)
        .execute()
      await scope.audit?.(trx, { title: changed })
    }),
  )
}

/**
 * Whether the account gets another mail address. Its password is asked for then: codes that set a new password are sent
 * there, so that an unattended browser would be enough to take the account over.
 */
async function takesNewAddress(scope: ProfileScope, adminId: number, email: unknown): Promise<boolean> {
  if (email === undefined) return false
  const admin = await findAdmin(scope.database, 'id', adminId)
  if ((admin?.email ?? '') === (email ?? '')) return false
  if (scope.body['current_password'] === undefined)
    throw new OperationError('invalid', { errors: { email: t(scope.language, 'email.own_client') } })
  // Guard T33: one's own address changes with the password only.
  await verifyOwnPassword(scope, adminId, scope.body['current_password'])
  return true
}

async function tellFormerAddress(
  { mailer, settings, language }: Scope,
  trx: SystemTransaction,
  { email, username }: SystemRow<'admin'>,
): Promise<void> {
  if (!mailer?.canDeliver(settings) || !mailer.isAddress(email ?? '')) return
  await mailer.send(settings, trx, { to: email ?? '', message: emailChanged, language, values: { username } })
}

/** Clients show the default picture of accounts without one and send its address back. */
function ownPart(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const part = Object.fromEntries(
    // Guard T22: the own profile takes no further field.
    // Without: [...ownFields, 'status', 'group_arr'].filter((name) => Object.hasOwn(body, name)).map((name) => [name,
    // body[name]])
    ownFields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  )
  return part['avatar'] === defaultAvatar ? { ...part, avatar: '' } : part
}

const changed = { 'zh-cn': '个人资料-编辑', en: 'My profile: edit' } as const

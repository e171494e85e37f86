/** Warnings to admins about their own account, so that they notice a foreign sign-in. */
import { ownAccount } from '../notifications/kinds.ts'
import { publishNotice } from '../notifications/publish.ts'
import type { SystemRow, SystemTransaction } from '../../operation/access/system-tables.ts'
import { isKnownPlace } from './known-networks.ts'

/**
 * Sent when an account is signed in from a network (addresses change within one) that neither its last sign-in nor one
 * of its sessions used. The very first sign-in sends none. Call it before the new session is opened.
 * @param admin the account as it was before this sign-in
 */
export async function warnOfNewPlace(trx: SystemTransaction, admin: SystemRow<'admin'>, ip: string): Promise<void> {
  if ((admin.last_login_ip ?? '') === '' || (await isKnownPlace(trx, admin, ip))) return
  await publishNotice(trx, {
    kind: ownAccount,
    title: { 'zh-cn': '账号从新的 IP 地址登录', en: 'Your account was used from a new IP address' },
    content: {
      'zh-cn': `IP 地址：${ip}。若非本人操作，请在“个人资料”中修改密码并结束该会话。`,
      en: `IP address: ${ip}. If this was not you, change your password and end that session under “My profile”.`,
    },
    to: { admins: [admin.id] },
  })
}

/** Sent when a refresh token was used a second time; its session is over. */
export async function warnOfStolenSession(trx: SystemTransaction, adminId: number): Promise<void> {
  await publishNotice(trx, {
    kind: ownAccount,
    title: { 'zh-cn': '一个登录会话已被结束', en: 'One of your sessions was ended' },
    content: {
      'zh-cn': '该会话的刷新令牌被重复使用，可能已泄露。若不清楚原因，请修改密码。',
      en: 'Its refresh token was used twice and may have been stolen. If you do not know why, change your password.',
    },
    to: { admins: [adminId] },
  })
}

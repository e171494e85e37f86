/**
 * Entries of the admin log about what was refused: wrong passwords and codes, and writes without the right. Nothing of
 * what was sent is stored, since a mistyped name may be a password; and so few that nobody fills the disk with them.
 */
import type { Text } from '../../../protocol/index.ts'
import type { Owner } from '../access/member.ts'
import type { SystemDatabase } from '../access/system-tables.ts'
import type { Audit } from '../audit/entry.ts'
import { limitKey, type LimitSubject } from './limit-key.ts'
import { countTries, perHour } from './throttle.ts'

const titles = {
  password: { 'zh-cn': '登录失败-密码错误', en: 'Sign-in refused: wrong password' },
  ownPassword: { 'zh-cn': '验证失败-当前密码错误', en: 'Refused: wrong current password' },
  factor: { 'zh-cn': '验证失败-双重验证码错误', en: 'Refused: wrong code of the second factor' },
  recovery: { 'zh-cn': '找回密码失败-验证码错误', en: 'Password recovery refused: wrong code' },
  code: { 'zh-cn': '验证失败-会员验证码错误', en: 'Refused: wrong code of a member' },
  right: { 'zh-cn': '操作被拒绝-没有权限', en: 'Refused: no right' },
} as const satisfies Readonly<Record<string, Text>>

export interface Refusal {
  readonly what: keyof typeof titles
  /** The account concerned; null = none was found, or nobody is signed in. */
  readonly owner: Owner | null
  /** Name of the account of an administrator. */
  readonly username?: string
  /** Address of whoever was refused. */
  readonly ip: string
}

/** Entries in an hour about one account, about one network, and about all that is no account. */
const perAccount = perHour(20)
const perNetwork = perHour(20)
const perSite = perHour(200)

/** Adds the entry, unless there are enough of its kind in this hour. */
export async function traceRefusal(
  { database, audit }: { readonly database: unknown; readonly audit?: Audit | undefined },
  { what, owner, username, ip }: Refusal,
): Promise<void> {
  if (!audit) return
  const systemDatabase = database as SystemDatabase
  const keyOf = (subject: LimitSubject) => limitKey('refusals', { event: what }, subject)
  const { wait } = await countTries(
    systemDatabase,
    owner
      ? [{ key: keyOf(owner), rule: perAccount }]
      : [
          { key: keyOf({ network: ip }), rule: perNetwork },
          { key: limitKey('refusals of the site', { event: what }), rule: perSite },
        ],
  )
  if (wait > 0) return
  const admin = owner?.kind === 'admin' && username !== undefined ? { id: owner.id, username } : undefined
  await systemDatabase.write((trx) =>
    audit(trx, {
      title: titles[what],
      ...(admin && { admin }),
      ...(owner?.kind === 'user' && { data: { member: owner.id } }),
      // Guard T13: what was refused is logged without what was sent.
      // Without: isWithoutInput: false
      isWithoutInput: true,
    }),
  )
}

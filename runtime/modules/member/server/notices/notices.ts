/** Events of a member's account, described in the member center, in the language of the reader. */
import type { Language } from 'tablewright/protocol'
import { nowSeconds, type TextParams } from 'tablewright/server'
import type { Selectable } from 'kysely'
import type { Database } from '#generated/database.ts'
import { t } from '../i18n.ts'
import type { Reading, Transaction } from '#generated/member/server.ts'

/**
 * Stored with the notice. `set` and `removed`: by an administrator, `changed`: by who was signed in as the member,
 * `recovered`: with a code.
 */
const kinds = [
  'money',
  'score',
  'email.changed',
  'email.set',
  'email.removed',
  'mobile.changed',
  'mobile.set',
  'mobile.removed',
  'password.changed',
  'password.set',
  'password.recovered',
  'sign_in',
] as const
export type MemberNoticeKind = (typeof kinds)[number]

/**
 * Tells the member in the transaction of what happened. Locks nothing; the caller has locked the member. Written
 * without the record API: the log has the entry of what happened, and needs none of the notice.
 * @param details values of the places in the texts of the kind
 */
export async function addMemberNotice(
  trx: Transaction,
  userId: number,
  kind: MemberNoticeKind,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  await trx
    .insertInto('user_notice')
    .values({
      user_id: userId,
      kind,
      details: JSON.stringify(details),
      read_time: null,
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
}

export interface MemberNotice {
  readonly id: number
  readonly kind: string
  readonly title: string
  readonly content: string
  /** Unix seconds. */
  readonly create_time: number
  readonly read: 0 | 1
}

/** A stored notice in that language; a kind of another version is told by its name. */
export function describeNotice(language: Language, row: Selectable<Database['user_notice']>): MemberNotice {
  const kind = kinds.find((candidate) => candidate === row.kind)
  const details = JSON.parse(row.details) as TextParams
  return {
    id: row.id,
    kind: row.kind,
    title: kind ? t(language, `notice.${kind}.title`, details) : row.kind,
    content: kind ? t(language, `notice.${kind}.content`, details) : '',
    create_time: row.create_time ?? 0,
    read: row.read_time === null ? 0 : 1,
  }
}

export async function countUnreadNotices(query: Pick<Reading, 'selectFrom'>, userId: number): Promise<number> {
  const { unread } = await query
    .selectFrom('user_notice')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

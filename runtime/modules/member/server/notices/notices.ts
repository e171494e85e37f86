/** Events of a member's account, described in the member center, in the language of the reader. */
import type { Language, Text } from 'tablewright/protocol'
import { nowSeconds, type MemberNotices, type TextParams } from 'tablewright/server'
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
  await insertNotice(trx, userId, kind, details)
}

async function insertNotice(trx: Transaction, userId: number, kind: string, details: object): Promise<void> {
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

/** The details of a notice of another module: its texts, and the page that it opens. */
interface ModuleDetails {
  readonly title: Text
  readonly content: Text
  readonly path: string | null
}

const shorten = (text: Text, length: number): Text => ({
  'zh-cn': clip(text['zh-cn'], length),
  en: clip(text.en, length),
})

/** Cut between characters, not within one of two units. */
function clip(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}

/** Other modules tell members what happened: see the contract. */
export const memberNotices: MemberNotices = {
  locks: 'member/user',
  async add({ trx }, { userId, kind, title, content, path }) {
    const member = await trx.selectFrom('user').select('erased_time').where('id', '=', userId).executeTakeFirst()
    if (!member || member.erased_time !== null) return
    const details: ModuleDetails = {
      title: shorten(title, 120),
      content: shorten(content, 360),
      path: path ?? null,
    }
    // The transaction of any module; only the types of its tables differ.
    await insertNotice(trx as unknown as Transaction, userId, kind, details)
  },
}

export interface MemberNotice {
  readonly id: number
  readonly kind: string
  readonly title: string
  readonly content: string
  /** The page within the site that it opens; null = that of its kind. */
  readonly path: string | null
  /** Unix seconds. */
  readonly create_time: number
  readonly read: 0 | 1
}

/** A stored notice in that language; a kind of another version is told by its name. */
export function describeNotice(language: Language, row: Selectable<Database['user_notice']>): MemberNotice {
  return {
    id: row.id,
    kind: row.kind,
    ...textsOf(language, row),
    create_time: row.create_time ?? 0,
    read: row.read_time === null ? 0 : 1,
  }
}

function textsOf(language: Language, row: Pick<Selectable<Database['user_notice']>, 'kind' | 'details'>) {
  const kind = kinds.find((candidate) => candidate === row.kind)
  const details: unknown = JSON.parse(row.details)
  if (kind) {
    // Only this module writes notices of its kinds.
    const values = details as TextParams
    const [title, content] = [
      t(language, `notice.${kind}.title`, values),
      t(language, `notice.${kind}.content`, values),
    ]
    return { title, content, path: null }
  }
  if (!isOfModule(details)) return { title: row.kind, content: '', path: null }
  return { title: details.title[language], content: details.content[language], path: details.path }
}

const isOfModule = (details: unknown): details is ModuleDetails =>
  typeof details === 'object' && details !== null && 'title' in details && 'content' in details && 'path' in details

export async function countUnreadNotices(query: Pick<Reading, 'selectFrom'>, userId: number): Promise<number> {
  const { unread } = await query
    .selectFrom('user_notice')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_time', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

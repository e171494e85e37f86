/** The content of notices: every language is stored in one column, so that each reader sees their own. */
import { languages, type Language, type Notice, type Text } from '../../../protocol/index.ts'
import type { NewSystemRow, SystemRow } from '../../operation/access/system-tables.ts'

/**
 * The receivers of a notice: every enabled account, those with one of the permission nodes, or accounts by their ids.
 */
export type Receivers = 'all' | { readonly nodes: readonly string[] } | { readonly admins: readonly number[] }

/** What notices are about: administrators choose by kind what they also receive by mail. */
export interface NoticeKind {
  /** `<module>/<name>`, for example `yard/lateHaulier`; the choices of accounts are stored under it. */
  readonly name: string
  readonly label: Text
  /** Address of the page that its notices open, for example `/admin/yard/visit`, filters included. */
  readonly path: string
  /**
   * Permission nodes: accounts with one of them receive its notices. Empty = each notice names its receivers, who need
   * no right.
   */
  readonly nodes: readonly string[]
}

interface NoticeTexts {
  readonly title: Text
  readonly content: Text
  /** Name of a file under `/static/sounds/`, without its ending. Absent = the usual chime, null = silence. */
  readonly sound?: string | null
}

interface NoticeOfKind extends NoticeTexts {
  readonly kind: NoticeKind
  /** Absent = that of the kind. At most 500 characters. */
  readonly path?: string
  /** Absent = accounts with a node of the kind. */
  readonly to?: Receivers
}

interface PlainNotice extends NoticeTexts {
  readonly kind?: never
  readonly path?: never
  readonly to: Receivers
}

/** Without a kind it opens no page and is sent by no mail. */
export type NewNotice = NoticeOfKind | PlainNotice

export const receiversOfNotice = (notice: NewNotice): Receivers =>
  notice.kind === undefined ? notice.to : (notice.to ?? { nodes: notice.kind.nodes })

const usualSound = 'notice'
/** Characters of one language. */
const noticeLimits = { title: 100, content: 1000 } as const

const soundShape = /^[a-z0-9_-]{1,32}$/

/** The columns of a new notice. Longer texts are cut. Throws when the sound is no file name. */
export function noticeColumns({
  title,
  content,
  sound = usualSound,
  kind,
  path,
}: NewNotice): Pick<NewSystemRow<'notice'>, 'title' | 'content' | 'sound' | 'kind' | 'path'> {
  if (sound !== null && !soundShape.test(sound)) throw new Error(`${JSON.stringify(sound)} is no name of a sound`)
  return {
    title: storedText(title, noticeLimits.title),
    content: storedText(content, noticeLimits.content),
    sound,
    kind: kind?.name ?? null,
    path: path ?? kind?.path ?? null,
  }
}

/** @param row columns of `notice`, and `state` of the receiver */
export function noticeOf(
  row: Pick<SystemRow<'notice'>, 'id' | 'title' | 'content' | 'sound' | 'path' | 'create_time'> & {
    readonly state?: SystemRow<'notice_read'>['state']
  },
  language: Language,
): Notice {
  return {
    id: row.id,
    title: textIn(row.title, language),
    content: textIn(row.content, language),
    sound: row.sound ?? '',
    path: row.path ?? '',
    create_time: row.create_time ?? 0,
    read: row.state === 'read' ? 1 : 0,
  }
}

function storedText(text: Text, longest: number): string {
  return JSON.stringify(languages.map((language) => [...plain(text[language])].slice(0, longest).join('')))
}

/** Control characters do not belong in a sentence, and some databases reject them. */
const plain = (text: string): string => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ').toWellFormed()

/** One language of a stored title or content. */
export function textIn(stored: string | null, language: Language): string {
  const texts = JSON.parse(stored ?? '[]') as readonly string[]
  return texts[languages.indexOf(language)] ?? ''
}

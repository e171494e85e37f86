/** The content of notices: every language is stored in one column, so that each reader sees their own. */
import { languages, type Language, type Notice, type Text } from '../../protocol/index.ts'
import type { NewSystemRow, SystemRow } from '../access/system-tables.ts'

/**
 * The receivers of a notice: every enabled account, those with one of the permission nodes, or accounts by their ids.
 */
export type Receivers = 'all' | { readonly nodes: readonly string[] } | { readonly admins: readonly number[] }

export interface NewNotice {
  readonly title: Text
  readonly content: Text
  /** Name of a file under `/static/sounds/`, without its ending. Absent = the usual chime, null = silence. */
  readonly sound?: string | null
  readonly to: Receivers
}

const usualSound = 'notice'
/** Characters of one language. */
const noticeLimits = { title: 100, content: 1000 } as const

const soundShape = /^[a-z0-9_-]{1,32}$/

/** The columns of a new notice. Longer texts are cut. Throws when the sound is no file name. */
export function noticeColumns({
  title,
  content,
  sound = usualSound,
}: NewNotice): Pick<NewSystemRow<'notice'>, 'title' | 'content' | 'sound'> {
  if (sound !== null && !soundShape.test(sound)) throw new Error(`${JSON.stringify(sound)} is no name of a sound`)
  return { title: storedText(title, noticeLimits.title), content: storedText(content, noticeLimits.content), sound }
}

/** @param row columns of `notice`, and `state` of the receiver */
export function noticeOf(
  row: Pick<SystemRow<'notice'>, 'id' | 'title' | 'content' | 'sound' | 'create_time'> & {
    readonly state?: SystemRow<'notice_read'>['state']
  },
  language: Language,
): Notice {
  return {
    id: row.id,
    title: textIn(row.title, language),
    content: textIn(row.content, language),
    sound: row.sound ?? '',
    create_time: row.create_time ?? 0,
    read: row.state === 'read' ? 1 : 0,
  }
}

function storedText(text: Text, longest: number): string {
  return JSON.stringify(languages.map((language) => [...plain(text[language])].slice(0, longest).join('')))
}

/** Control characters do not belong in a sentence, and some databases reject them. */
const plain = (text: string): string => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ').toWellFormed()

function textIn(stored: string | null, language: Language): string {
  const texts = JSON.parse(stored ?? '[]') as readonly string[]
  return texts[languages.indexOf(language)] ?? ''
}

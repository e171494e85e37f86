/** The fields of a text that editors write: what a revision holds. */
import { plainText } from 'tablewright/protocol'
import type { Row } from '#generated/cms/server.ts'

export type TextRow = Row<'cms/content'>

export const textFields = [
  'channel_id',
  'channel_ids',
  'title',
  'title_style',
  'flag',
  'images',
  'content',
  'seotitle',
  'keywords',
  'description',
  'tags',
  'url',
  'target',
  'source_title',
  'source_url',
  'downloads',
  'download_after_comment',
  'price',
  'currency',
  'allow_visit_groups',
  'allow_comment_groups',
  'publish_time',
  'offline_time',
] as const satisfies readonly (keyof TextRow)[]

/** A text as columns hold it, without its state and its counters. */
export type TextData = Pick<TextRow, (typeof textFields)[number]>

export const textDataOf = (row: TextRow): TextData =>
  // Each field is copied.
  Object.fromEntries(textFields.map((name) => [name, row[name] ?? null])) as unknown as TextData

/** In one order of fields, so that equal texts are equal. */
export const stringify = (data: TextData): string =>
  JSON.stringify(Object.fromEntries(textFields.map((name) => [name, data[name] ?? null])))

export const isSameText = (left: TextData, right: TextData): boolean => stringify(left) === stringify(right)

/** A paragraph that begins the part which is paid for. */
const paidMark = /<p(?: [^>]*)?>\s*\[(?:付费|paid)\]\s*<\/p>/i

export interface SplitText {
  /** The part for everybody who sees the text. */
  readonly open: string
  /** The part for those who paid; null = nothing is kept back. */
  readonly paid: string | null
}

/** Both parts of the HTML of a text. A text that costs something and has no mark is paid for as a whole. */
export function splitText({ content, price }: Pick<TextRow, 'content' | 'price'>): SplitText {
  const html = content ?? ''
  const mark = paidMark.exec(html)
  if (price === 0) return { open: mark ? html.replace(mark[0], '') : html, paid: null }
  if (!mark) return { open: '', paid: html }
  return { open: html.slice(0, mark.index), paid: html.slice(mark.index + mark[0].length) }
}

/** Stored beside the text: the columns that follow from it. Search, excerpts and feeds know nothing else of it. */
export function derivedOf(data: TextData): Pick<TextRow, 'content_text' | 'public_text'> {
  // Guard T10: what is searched and quoted of a paid text is its open part.
  // Without: const open = plainText(data.content ?? '')
  const open = plainText(splitText(data).open)
  return {
    content_text: data.content === null ? null : plainText(data.content),
    public_text: open.slice(0, 100_000) || null,
  }
}

/** Ids of a column that holds several. */
export const idsIn = (column: string | null): readonly number[] => {
  const value: unknown = column === null ? [] : JSON.parse(column)
  return Array.isArray(value) ? value.filter((id): id is number => Number.isSafeInteger(id)) : []
}

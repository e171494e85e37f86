/** The access to texts: every outlet asks here, and lists ask the same rule in SQL. */
import { publicRows, type PublicRows } from 'tablewright/server'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { saleStates, kinds } from './sales/retract.ts'
import { splitText, type TextRow } from './content/text-fields.ts'
import type { Reading, Scope } from '#generated/cms/server.ts'

/** A member, or null for a guest. */
export type Viewer = { readonly id: number } | null

/** The texts that a viewer sees in lists: `Visible`. */
export const visibleTexts = (scope: Scope, viewer: Viewer): PublicRows<Record<string, unknown>> =>
  publicRows<CmsServerParts, 'cms/content'>(scope, 'cms/content', viewer) as PublicRows<Record<string, unknown>>

/** True when the member has bought the text, and it was neither paid back nor retracted. */
export async function hasBought(query: Reading, contentId: number, viewer: Viewer): Promise<boolean> {
  if (viewer === null) return false
  const sale = await query
    .selectFrom('cms_sale')
    .select('id')
    .where('content_id', '=', contentId)
    .where('user_id', '=', viewer.id)
    .where('kind', '=', kinds.content)
    .where('state', '=', saleStates.paid)
    .limit(1)
    .executeTakeFirst()
  return sale !== undefined
}

export interface ReadableText {
  readonly row: TextRow
  /** HTML that this viewer reads. */
  readonly html: string
  /** Addresses of the files that this viewer may load; null = they are kept back. */
  readonly downloads: readonly string[] | null
  /** True while a part is kept back until it is paid for. */
  readonly isLocked: boolean
  /** It is in the lists, too. */
  readonly isVisible: boolean
}

/** A viewer who sees what each member sees: no member has the id 0. */
const anyMember = { id: 0 }

/** Whether the text is hidden from guests alone: each member sees it. */
export const isMembersText = async (scope: Scope, id: number): Promise<boolean> =>
  (await visibleTexts(scope, anyMember).get(id)) !== null && (await visibleTexts(scope, null).get(id)) === null

/** Whether the channel is closed to guests alone. */
export async function isMembersChannel(scope: Scope, id: number): Promise<boolean> {
  const channels = (viewer: Viewer) => publicRows<CmsServerParts, 'cms/channel'>(scope, 'cms/channel', viewer)
  return (await channels(anyMember).get(id)) !== null && (await channels(null).get(id)) === null
}

/** A text as this viewer reads it; null = there is none for them. */
export async function readText(scope: Scope, id: number, viewer: Viewer): Promise<ReadableText | null> {
  const { query } = scope.database
  const row = await query
    .selectFrom('cms_content')
    .selectAll()
    .where('id', '=', id)
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const isAuthor = viewer !== null && row.user_id === viewer.id
  const isVisible = (await visibleTexts(scope, viewer).get(id)) !== null
  const isBuyer = row.retracted !== 1 && (await hasBought(query, id, viewer))
  // Guard T15: what is hidden is there for its author, and for those who bought it.
  // Without: if (!row) return null
  if (!isVisible && !isAuthor && !isBuyer) return null
  const { open, paid } = splitText(row)
  // Guard T10: the paid part leaves the server for those who paid.
  // Without: const isLocked = false
  const isLocked = paid !== null && !isAuthor && !isBuyer
  const isOpenToAll = row.price === 0 || !isLocked
  const mayLoad =
    isOpenToAll && (row.download_after_comment !== 1 || isAuthor || (await hasCommented(query, id, viewer)))
  return {
    row,
    html: isLocked ? open : open + (paid ?? ''),
    // The column holds a list of addresses.
    downloads: mayLoad ? (JSON.parse(row.downloads ?? '[]') as readonly string[]) : null,
    isLocked,
    isVisible,
  }
}

export async function hasCommented(query: Reading, contentId: number, viewer: Viewer): Promise<boolean> {
  if (viewer === null) return false
  const comment = await query
    .selectFrom('cms_comment')
    .select('id')
    .where('content_id', '=', contentId)
    .where('user_id', '=', viewer.id)
    .where('status', '=', 'normal')
    .limit(1)
    .executeTakeFirst()
  return comment !== undefined
}

/** The comments that viewers of a text read, the oldest first. */
export async function readComments(scope: Scope, contentId: number, viewer: Viewer, limit = 50) {
  if ((await readText(scope, contentId, viewer)) === null) return []
  return publicRows<CmsServerParts, 'cms/comment'>(scope, 'cms/comment', viewer).find({
    where: { content_id: contentId },
    order: { field: 'id', direction: 'asc' },
    limit,
    // The names are those of its public fields.
  } as never)
}

/** Lists of texts as visitors see them: every outlet reads them here, by one rule and in one order. */
import { sql, type SqlBool } from 'kysely'
import { visibleTexts, type Viewer } from '../access.ts'
import { idsIn } from '../content/text-fields.ts'
import { hasId } from '../tags.ts'
import { forGuests } from './guests.ts'
import type { Scope } from '#generated/cms/server.ts'

/** A text in a list. */
export interface TextCard {
  readonly id: number
  readonly title: string
  readonly isBold: boolean
  readonly isPinned: boolean
  readonly flags: readonly string[]
  readonly image: string | null
  /** From its description, or the beginning of what everybody may read. */
  readonly excerpt: string
  readonly channel: { readonly id: number; readonly name: string }
  /** Null = the editors. */
  readonly author: { readonly id: number; readonly name: string; readonly avatar: string } | null
  readonly publishTime: number
  readonly views: number
  readonly comments: number
  readonly likes: number
  readonly collects: number
  /** Cents, or hundredths of points. */
  readonly price: number
  readonly currency: 'RMB' | 'integral'
  readonly tags: readonly number[]
}

/** Which texts; all of what is given holds. */
export interface TextFilter {
  /** Main channel among these, or the last of them is a further channel. */
  readonly channels?: readonly number[]
  readonly tag?: number
  readonly user?: number
  readonly ids?: readonly number[]
  readonly flag?: 'top' | 'hot' | 'recommend' | 'new'
  readonly model?: 'news' | 'products' | 'downloads'
}

export type TextOrder = 'list' | 'newest' | 'views'

export interface TextPage {
  readonly limit: number
  readonly offset?: number
  readonly order?: TextOrder
}

const excerptLength = 150

/** Pinned texts are first. */
const pinned = sql<number>`(case when c.flag like '%"top"%' then 0 else 1 end)`
/** Its values ascend in the order of lists; the id, which is unique, makes it a total order on both databases. */
const listKey = [
  pinned,
  sql<number>`-coalesce(c.weigh, 0)`,
  sql<number>`-coalesce(c.publish_time, 0)`,
  sql<number>`-c.id`,
]

const orders: Readonly<Record<TextOrder, readonly ReturnType<typeof sql<number>>[]>> = {
  list: listKey,
  newest: listKey.slice(2),
  views: [sql<number>`-coalesce(c.views, 0)`, ...listKey.slice(2)],
}

/** The texts that this viewer may know of, as the beginning of a statement. */
function matching(scope: Scope, viewer: Viewer, filter: TextFilter) {
  const { channels, tag, user, ids, flag, model } = filter
  const conditions = [
    ...(channels === undefined ? [] : [inChannels(channels)]),
    ...(tag === undefined ? [] : [hasId(sql.ref('c.tags'), tag)]),
    ...(user === undefined ? [] : [sql<SqlBool>`c.user_id = ${user}`]),
    ...(ids === undefined ? [] : [ids.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`c.id in (${sql.join(ids)})`]),
    ...(flag === undefined ? [] : [sql<SqlBool>`c.flag like ${`%"${flag}"%`}`]),
    ...(model === undefined ? [] : [sql<SqlBool>`c.model = ${model}`]),
  ]
  return scope.database.query.selectFrom('cms_content as c').where((eb) =>
    eb.and([
      // Guard T15: no list knows of a text that its viewer does not see.
      // Without: sql<SqlBool>`1 = 1`,
      sql<SqlBool>`${visibleTexts(scope, viewer).condition('c')}`,
      ...conditions,
    ]),
  )
}

function inChannels(channels: readonly number[]) {
  const [first] = channels
  if (first === undefined) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(c.channel_id in (${sql.join(channels)}) or ${hasId(sql.ref('c.channel_ids'), first)})`
}

/** Texts at the beginning of a list that guests share. */
const sharedLength = 500

/** How many there are. */
export async function countTexts(scope: Scope, viewer: Viewer, filter: TextFilter = {}): Promise<number> {
  return (await shared(scope, viewer, filter, 'list')).total
}

/** The beginning of a list, and how many texts it has. */
const shared = (scope: Scope, viewer: Viewer, filter: TextFilter, order: TextOrder) =>
  forGuests(scope, viewer, ['texts', filter, order], async () => {
    const row = await matching(scope, viewer, filter)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    return {
      total: Number(row.count),
      // Members may see different texts: theirs are read page by page.
      ids: viewer === null ? await readIds(scope, viewer, filter, { limit: sharedLength, order }) : [],
    }
  })

async function readIds(
  scope: Scope,
  viewer: Viewer,
  filter: TextFilter,
  { limit, offset = 0, order = 'list' }: TextPage,
): Promise<readonly number[]> {
  let rows = matching(scope, viewer, filter).select('c.id').limit(limit).offset(offset)
  for (const key of orders[order]) rows = rows.orderBy(key)
  return (await rows.execute()).map(({ id }) => id)
}

/** A page of the list: pinned ones first, then by rank and time. */
export async function listTexts(
  scope: Scope,
  viewer: Viewer,
  filter: TextFilter,
  page: TextPage,
): Promise<readonly TextCard[]> {
  const { limit, offset = 0, order = 'list' } = page
  const isShared = viewer === null && offset + limit <= sharedLength
  const ids = isShared
    ? (await shared(scope, viewer, filter, order)).ids.slice(offset, offset + limit)
    : await readIds(scope, viewer, filter, page)
  return readCards(scope, ids)
}

/** The ids of what the viewer sees among these. */
export async function visibleIds(scope: Scope, viewer: Viewer, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await matching(scope, viewer, { ids }).select('c.id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** The texts before and after one in the list of its channel. */
export async function neighborsOf(
  scope: Scope,
  viewer: Viewer,
  { id, channelId }: { readonly id: number; readonly channelId: number },
): Promise<{ readonly before: TextCard | null; readonly after: TextCard | null }> {
  const key = sql`(${sql.join(listKey)})`
  const own = sql`(select ${sql.join(listKey)} from ${sql.table('cms_content')} c where c.id = ${id})`
  const next = async (isAfter: boolean): Promise<number | undefined> => {
    let rows = matching(scope, viewer, { channels: [channelId] })
      .select('c.id')
      .where(isAfter ? sql<SqlBool>`${key} > ${own}` : sql<SqlBool>`${key} < ${own}`)
      .limit(1)
    for (const part of listKey) rows = rows.orderBy(part, isAfter ? 'asc' : 'desc')
    return (await rows.executeTakeFirst())?.id
  }
  const ids = viewer === null ? (await shared(scope, viewer, { channels: [channelId] }, 'list')).ids : []
  const place = ids.indexOf(id)
  const isInside = place >= 0 && place < sharedLength - 1
  const [beforeId, afterId] = isInside ? [ids[place - 1], ids[place + 1]] : [await next(false), await next(true)]
  const cards = await readCards(scope, [beforeId ?? [], afterId ?? []].flat())
  const cardOf = (cardId: number | undefined) => cards.find((card) => card.id === cardId) ?? null
  return { before: cardOf(beforeId), after: cardOf(afterId) }
}

/** The cards of texts that the viewer was found to see, in the order of the ids. */
export async function readCards(scope: Scope, ids: readonly number[]): Promise<readonly TextCard[]> {
  if (ids.length === 0) return []
  const rows = await scope.database.query
    .selectFrom('cms_content as c')
    .innerJoin('cms_channel as h', 'h.id', 'c.channel_id')
    .leftJoin('user as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.title', 'c.title_style', 'c.flag', 'c.images', 'c.description', 'c.publish_time'])
    .select(['c.views', 'c.comments', 'c.likes', 'c.collects', 'c.price', 'c.currency', 'c.tags', 'c.user_id'])
    .select(['h.id as channel_id', 'h.name as channel_name', 'u.nickname', 'u.avatar'])
    .select(sql<string | null>`substr(c.public_text, 1, ${sql.lit(2 * excerptLength)})`.as('beginning'))
    .where('c.id', 'in', ids)
    .execute()
  const cards = new Map(
    rows.map((row): [number, TextCard] => {
      const flags = listIn(row.flag)
      return [
        row.id,
        {
          id: row.id,
          title: row.title,
          isBold: styleIn(row.title_style)['bold'] === '1',
          isPinned: flags.includes('top'),
          flags,
          image: listIn(row.images)[0] ?? null,
          excerpt: excerptOf({ description: row.description, text: row.beginning }),
          channel: { id: row.channel_id, name: row.channel_name },
          author: row.user_id === null ? null : { id: row.user_id, name: row.nickname ?? '', avatar: row.avatar ?? '' },
          publishTime: row.publish_time ?? 0,
          views: row.views ?? 0,
          comments: row.comments ?? 0,
          likes: row.likes ?? 0,
          collects: row.collects ?? 0,
          price: row.price ?? 0,
          currency: row.currency ?? 'RMB',
          tags: idsIn(row.tags),
        },
      ]
    }),
  )
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The beginning of a text that everybody may quote. */
export function excerptOf({
  description,
  text,
}: {
  readonly description: string | null
  readonly text: string | null
}): string {
  if (description !== null && description !== '') return description
  // Guard T10: what is quoted of a paid text is its open part.
  const flat = (text ?? '').replaceAll(/\s+/gu, ' ').trim()
  const characters = [...flat]
  return characters.length <= excerptLength ? flat : `${characters.slice(0, excerptLength).join('')}…`
}

/** Texts of a column that holds several. */
export const listIn = (column: string | null): readonly string[] => {
  const value: unknown = column === null ? [] : JSON.parse(column)
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

function styleIn(column: string | null): Readonly<Record<string, unknown>> {
  const value: unknown = column === null ? {} : JSON.parse(column)
  // The column holds pairs.
  return value !== null && typeof value === 'object' ? (value as Readonly<Record<string, unknown>>) : {}
}

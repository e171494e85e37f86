/** Texts, history, purchases and comments of a member. Rows of others do not exist here. */
import { decimalText } from 'tablewright/protocol'
import { createRouteDefinition, nowSeconds, OperationError, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { saleOptions, statisticsOptions } from '#generated/cms/options.ts'
import {
  agreement,
  buyLog,
  deleteComment,
  orders,
  ownComments,
  ownFigures,
  ownTexts,
  records,
  textStatistics,
} from '../../shared/site/user-routes.ts'
import { hasBought } from '../access.ts'
import { removeOwnComment } from '../comments.ts'
import type { TextRow } from '../content/text-fields.ts'
import { agreementOf } from '../settings.ts'
import { listIn, readCards, visibleIds } from '../site/texts.ts'
import { dayOf } from '../views/store.ts'
import { requireMember } from './caller.ts'
import { amountText } from './wire.ts'
import type { Reading, Row, Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

const pageLength = 20
const dayLength = 86_400
/** Days of the statistics. */
const shownDays = 30

interface Paged {
  readonly page?: number
  readonly limit?: number
}

const rangeOf = ({ page = 1, limit = pageLength }: Paged) => ({ limit, offset: (page - 1) * limit })

export type ShownState = 'draft' | 'review' | 'refused' | 'offline' | 'scheduled' | 'expired' | 'hidden' | 'live'

/** The state of a text as its author sees it: the rule of the field `shown`. */
export function shownState(
  row: Pick<TextRow, 'status' | 'published' | 'publish_time' | 'offline_time'>,
  reach: number | null,
  now = nowSeconds(),
): ShownState {
  if (row.status === 'unaudited') return 'review'
  if (row.status === 'refused') return 'refused'
  if (row.status !== 'normal') return row.published === 1 ? 'offline' : 'draft'
  if (reach === 0) return 'hidden'
  if ((row.publish_time ?? 0) > now) return 'scheduled'
  return row.offline_time !== null && row.offline_time <= now ? 'expired' : 'live'
}

const textsRoute = defineRoute(ownTexts, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '我的内容', en: 'Texts of a member' },
  maxPerMinute: 120,
  async handler({ scope, member, input }) {
    const { id: userId } = requireMember(member)
    const { query } = scope.database
    const { limit, offset } = rangeOf(input)
    const own = query
      .selectFrom('cms_content as c')
      .innerJoin('cms_channel as h', 'h.id', 'c.channel_id')
      // Guard T20: members see their own texts.
      .where('c.user_id', '=', userId)
      .where('c.delete_time', 'is', null)
    const rows = await own
      .select(['c.id', 'c.title', 'c.images', 'c.status', 'c.published', 'c.publish_time', 'c.offline_time', 'c.memo'])
      .select(['c.pending_seq', 'c.update_time', 'c.create_time', 'c.views', 'c.comments', 'c.likes', 'c.collects'])
      .select(['c.price', 'c.currency', 'c.sales', 'h.name', 'h.reach'])
      .orderBy('c.update_time', 'desc')
      .orderBy('c.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const earned = await earnedBy(
      query,
      userId,
      rows.map(({ id }) => id),
    )
    return {
      list: rows.map((row) => ({
        id: row.id,
        title: row.title,
        image: listIn(row.images)[0] ?? null,
        channel: row.name,
        status: row.status ?? ('offline' as const),
        shown: shownState(row, row.reach),
        waiting: row.pending_seq !== null,
        memo: row.memo ?? '',
        update_time: row.update_time ?? row.create_time ?? 0,
        publish_time: row.publish_time,
        views: row.views ?? 0,
        comments: row.comments ?? 0,
        likes: row.likes ?? 0,
        collects: row.collects ?? 0,
        price: amountText(row.price ?? 0, row.currency),
        currency: row.currency ?? ('RMB' as const),
        sales: row.sales ?? 0,
        earned: earned.get(row.id) ?? '0',
      })),
      total: Number(total),
    }
  },
})

/** The shares that the author has got for each text and still has. */
async function earnedBy(query: Reading, userId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await query
    .selectFrom('cms_sale')
    .select(({ fn }) => ['content_id', 'currency', fn.sum<number | string>('share').as('sum')])
    .where('author_id', '=', userId)
    .where('content_id', 'in', ids)
    .where('share_state', '=', saleOptions.share_state.paid)
    .groupBy(['content_id', 'currency'])
    .execute()
  const texts = new Map<number, string[]>()
  for (const { content_id: id, currency, sum } of rows)
    if (id !== null) texts.set(id, [...(texts.get(id) ?? []), amountText(Number(sum), currency)])
  return new Map([...texts].map(([id, sums]) => [id, sums.join(' + ')]))
}

const figuresRoute = defineRoute(ownFigures, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '我的内容概况', en: 'Figures of a member' },
  maxPerMinute: 120,
  async handler({ scope, member }) {
    const { id } = requireMember(member)
    const { query } = scope.database
    const texts = await query
      .selectFrom('cms_content')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | string | null>('views').as('views')])
      .where('user_id', '=', id)
      .where('delete_time', 'is', null)
      .executeTakeFirstOrThrow()
    const comments = await query
      .selectFrom('cms_comment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', id)
      .where('removed', '=', 0)
      .executeTakeFirstOrThrow()
    const collects = await query
      .selectFrom('cms_statistics')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', id)
      .where('type', '=', statisticsOptions.type.collect)
      .executeTakeFirstOrThrow()
    const sales = await query
      .selectFrom('cms_sale')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      content: Number(texts.count),
      views: Number(texts.views ?? 0),
      comment: Number(comments.count),
      collect: Number(collects.count),
      order: Number(sales.count),
    }
  },
})

/**
 * A text of the member.
 * @throws an OperationError `not_found`, also for those of others
 */
export async function ownText(query: Reading, userId: number, id: number): Promise<TextRow> {
  const row = await query
    .selectFrom('cms_content')
    .selectAll()
    .where('id', '=', id)
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  // Guard T20: members reach their own texts only.
  // Without: if (!row) throw new OperationError('not_found')
  if (row?.user_id !== userId) throw new OperationError('not_found')
  return row
}

const statisticsRoute = defineRoute(textStatistics, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '内容统计', en: 'Statistics of a text' },
  maxPerMinute: 120,
  async handler({ scope, member, input: { id } }) {
    const { query } = scope.database
    const row = await ownText(query, requireMember(member).id, id)
    const start = nowSeconds() - (shownDays - 1) * dayLength
    const days = Array.from({ length: shownDays }, (_, index) => dayOf(scope, start + index * dayLength))
    const views = await query
      .selectFrom('cms_daily_views')
      .select(['day', 'count'])
      .where('content_id', '=', id)
      .where('day', '>=', days[0] ?? '')
      .execute()
    const sales = await query
      .selectFrom('cms_sale')
      .select('create_time')
      .where('content_id', '=', id)
      .where('kind', '=', saleOptions.kind.content)
      .where('create_time', '>=', start - dayLength)
      .execute()
    const soldOn = sales.map((sale) => dayOf(scope, sale.create_time ?? 0))
    return {
      days: days.map((day) => ({
        day,
        views: views.find((entry) => entry.day === day)?.count ?? 0,
        sales: soldOn.filter((sold) => sold === day).length,
      })),
      views: row.views ?? 0,
      likes: row.likes ?? 0,
      collects: row.collects ?? 0,
      comments: row.comments ?? 0,
      sales: row.sales ?? 0,
    }
  },
})

const recordsRoute = defineRoute(records, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '浏览、点赞与收藏', en: 'Texts read, liked and saved' },
  maxPerMinute: 120,
  async handler({ scope, member, input: { type, ...paged } }) {
    const viewer = requireMember(member)
    const { query } = scope.database
    const rows = await query
      .selectFrom('cms_statistics')
      .select(['content_id', 'update_time', 'create_time'])
      .where('user_id', '=', viewer.id)
      .where('type', '=', statisticsOptions.type[type])
      .orderBy('update_time', 'desc')
      .orderBy('id', 'desc')
      .limit(maxRecords)
      .execute()
    // Guard T15: a list of one's own names no text that is hidden now.
    const visible = await visibleIds(
      scope,
      viewer,
      rows.map((row) => row.content_id),
    )
    const shown = rows.filter((row) => visible.has(row.content_id))
    const { limit, offset } = rangeOf(paged)
    const part = shown.slice(offset, offset + limit)
    const cards = await readCards(
      scope,
      part.map((row) => row.content_id),
    )
    return {
      list: part.flatMap((row) => {
        const card = cards.find(({ id }) => id === row.content_id)
        if (!card) return []
        const { id, title, image, excerpt } = card
        return [{ id, title, image, description: excerpt, time: row.update_time ?? row.create_time ?? 0 }]
      }),
      total: shown.length,
    }
  },
})

/** Records of a member that can be paged through, the newest. */
const maxRecords = 500

type Sale = Row<'cms/sale'>

const stateNames = { 1: 'paid', 2: 'refunding', 3: 'refunded' } as const

async function salesPage(
  scope: Scope,
  { column, value, contentId }: { column: 'user_id' | 'author_id'; value: number; contentId?: number },
  paged: Paged,
) {
  const { query } = scope.database
  const { limit, offset } = rangeOf(paged)
  let own = query.selectFrom('cms_sale as s').where(`s.${column}`, '=', value)
  if (contentId !== undefined) own = own.where('s.content_id', '=', contentId)
  const rows = await own
    .leftJoin('cms_content as c', 'c.id', 's.content_id')
    .selectAll('s')
    .select('c.title')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const list = []
  for (const row of rows) list.push(await saleOf(scope, row, column === 'user_id' ? { id: value } : null))
  return { list, total: Number(total) }
}

async function saleOf(
  scope: Scope,
  row: Sale & { readonly title: string | null },
  buyer: { readonly id: number } | null,
) {
  const { content_id: id, title } = row
  return {
    id: row.id,
    sn: row.sn,
    kind: row.kind ?? ('content' as const),
    content: id === null || title === null ? null : { id, title },
    amount: decimalText(BigInt(row.amount), 2).replace(row.currency === 'integral' ? /\.00$/ : /^$/, ''),
    currency: row.currency ?? ('RMB' as const),
    share: amountText(row.share ?? 0, row.currency),
    state: stateNames[row.state ?? 1],
    readable: buyer !== null && id !== null && (await hasBought(scope.database.query, id, buyer)),
    create_time: row.create_time ?? 0,
  }
}

const ordersRoute = defineRoute(orders, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '购买的内容', en: 'Purchases of a member' },
  maxPerMinute: 120,
  handler: ({ scope, member, input }) =>
    salesPage(scope, { column: 'user_id', value: requireMember(member).id }, input),
})

const buyLogRoute = defineRoute(buyLog, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '内容的购买记录', en: 'Purchases of a text' },
  maxPerMinute: 120,
  async handler({ scope, member, input: { id, ...paged } }) {
    const { id: author } = requireMember(member)
    await ownText(scope.database.query, author, id)
    return salesPage(scope, { column: 'author_id', value: author, contentId: id }, paged)
  },
})

const commentsRoute = defineRoute(ownComments, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '我的评论', en: 'Comments of a member' },
  maxPerMinute: 120,
  async handler({ scope, member, input }) {
    const viewer = requireMember(member)
    const { limit, offset } = rangeOf(input)
    const own = scope.database.query
      .selectFrom('cms_comment as m')
      .where('m.user_id', '=', viewer.id)
      .where('m.removed', '=', 0)
    const rows = await own
      .leftJoin('cms_content as c', 'c.id', 'm.content_id')
      .selectAll('m')
      .select('c.title')
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const visible = await visibleIds(
      scope,
      viewer,
      rows.flatMap((row) => row.content_id ?? []),
    )
    return {
      list: rows.map((row) => ({
        id: row.id,
        content: row.text,
        text:
          row.content_id !== null && row.title !== null && visible.has(row.content_id)
            ? { id: row.content_id, title: row.title }
            : null,
        status: row.status ?? ('unaudited' as const),
        remark: row.remark ?? '',
        create_time: row.create_time ?? 0,
      })),
      total: Number(total),
    }
  },
})

const deleteCommentRoute = defineRoute(deleteComment, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '删除自己的评论', en: 'Delete an own comment' },
  maxPerMinute: 60,
  async handler({ scope, trx, member, input: { id } }) {
    await removeOwnComment(scope, trx, requireMember(member), id)
    return null
  },
})

const agreementRoute = defineRoute(agreement, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '站点协议', en: 'Texts of the site' },
  maxPerMinute: 120,
  handler: async ({ scope, input: { type } }) => ({ content: agreementOf(scope, type) }),
})

export const ownRoutes: readonly ModuleRoute[] = [
  textsRoute,
  figuresRoute,
  statisticsRoute,
  recordsRoute,
  ordersRoute,
  buyLogRoute,
  commentsRoute,
  deleteCommentRoute,
  agreementRoute,
]

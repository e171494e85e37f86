/** Requests of readers about one text. */
import {
  consumeCaptcha,
  countTry,
  createRouteDefinition,
  failedTry,
  fileTicket,
  limitKey,
  OperationError,
  publicRows,
  RouteReply,
  type LimitRule,
  type ModuleRoute,
  type ReadCall,
  type WriteCall,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { statisticsOptions } from '#generated/cms/options.ts'
import { readingMinutes } from '../../shared/reading.ts'
import { collect, comment, dislike, info, like, loadComments, mentions } from '../../shared/site/content-routes.ts'
import type { Article, Comment } from '../../shared/site/values.ts'
import { hasBought, hasCommented, isMembersText, readText, type ReadableText, type Viewer } from '../access.ts'
import { addComment } from '../comments.ts'
import { idsIn } from '../content/text-fields.ts'
import { t } from '../i18n.ts'
import { setMark } from '../marks.ts'
import { namesOfMembers } from '../read/comments.ts'
import { relatedTo } from '../read/page.ts'
import { linkTags, readInnerLinks } from '../read/render.ts'
import { takesTips } from '../settings.ts'
import { idOf } from '../site/frame.ts'
import { pathOf, readChannels, readTags } from '../site/places.ts'
import { listIn, neighborsOf, readCards } from '../site/texts.ts'
import { noteView } from '../views/buffer.ts'
import { requireMember, signInFirst, viewerOf } from './caller.ts'
import { needsCaptcha } from './captcha.ts'
import { namesOfFiles } from './own-files.ts'
import { amountText, cardOf, pageOf } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

/** Comments on one page. */
const commentsPerPage = 20

/**
 * The text, if the viewer may read it; a reply that asks a guest to sign in where each member may.
 * @throws an OperationError `not_found`
 */
async function findText(scope: Scope, id: number, viewer: Viewer): Promise<ReadableText | RouteReply> {
  const text = await readText(scope, id, viewer)
  if (text) return text
  if (viewer === null && (await isMembersText(scope, id))) return signInFirst(scope)
  throw new OperationError('not_found')
}

const infoRoute = defineRoute(info, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '内容详情', en: 'A text' },
  maxPerMinute: 600,
  async handler({ scope, member, visitor, input: { id } }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    const readable = await findText(scope, id, viewer)
    if (readable instanceof RouteReply) return readable
    const { row } = readable
    const { before, after } = await neighborsOf(scope, viewer, { id, channelId: row.channel_id })
    const channels = await readChannels(scope, viewer)
    const marks = await marksOf(scope, id, viewer)
    if (readable.isVisible) noteView(scope, id, { user: viewer?.id ?? null, ip: visitor.ip, agent: visitor.device })
    return {
      template: row.model === 'downloads' ? 'download' : row.model === 'products' ? 'carousel' : 'default',
      content: await articleOf(scope, readable, viewer),
      ...marks,
      collects: row.collects ?? 0,
      commented: await hasCommented(scope.database.query, id, viewer),
      breadCrumbs: pathOf(channels, row.channel_id).map((channel) => ({ id: channel.id, name: channel.name })),
      hotContent: (await relatedTo(scope, viewer, row)).map(cardOf),
      prevArticle: before && cardOf(before),
      nextArticle: after && cardOf(after),
      comments: await commentPage(scope, readable, viewer, 1),
      balance: await balanceOf(scope, viewer, row.currency),
      interactionInstalled: false,
    }
  },
})

async function balanceOf(scope: Scope, viewer: Viewer, currency: string | null): Promise<string | null> {
  if (viewer === null) return null
  const row = await scope.database.query
    .selectFrom('user')
    .select(['money', 'score'])
    .where('id', '=', viewer.id)
    .executeTakeFirst()
  return currency === 'integral' ? String(row?.score ?? 0) : amountText(row?.money ?? 0, 'RMB')
}

async function articleOf(scope: Scope, readable: ReadableText, viewer: Viewer): Promise<Article> {
  const { row, html, isLocked } = readable
  const [card] = await readCards(scope, [row.id])
  if (!card) throw new OperationError('not_found')
  const isOwn = viewer !== null && row.user_id === viewer.id
  const tags = await readTags(scope, { among: idsIn(row.tags) })
  return {
    ...cardOf(card),
    seotitle: row.seotitle ?? '',
    keywords: row.keywords ?? '',
    images: listIn(row.images),
    content: linkTags(html, await readInnerLinks(scope)),
    locked: isLocked,
    ...(await downloadsOf(scope, readable, viewer)),
    tags: tags.map(({ id, name }) => ({ id, name })),
    minutes: readingMinutes(row.content_text ?? ''),
    dislikes: row.dislikes ?? 0,
    sales: row.sales ?? 0,
    url: row.url ?? '',
    source_title: row.source_title ?? '',
    source_url: row.source_url ?? '',
    allow_comment_groups: row.allow_comment_groups ?? 'user',
    status: row.status ?? 'offline',
    own: isOwn,
    bought: await hasBought(scope.database.query, row.id, viewer),
    tips: takesTips(scope) && scope.payments !== undefined && row.user_id !== null && !isOwn,
    model: row.model ?? 'news',
  }
}

/** Files to download: with addresses that are good for ten minutes, for members who may have them. */
async function downloadsOf(
  scope: Scope,
  { row, downloads, isLocked }: ReadableText,
  viewer: Viewer,
): Promise<Pick<Article, 'downloads' | 'downloads_after'>> {
  const names = await namesOfFiles(scope.database.query, listIn(row.downloads))
  // Guard T10: the addresses of files leave the server for those who may have them.
  if (downloads === null || viewer === null) {
    const reason = isLocked ? 'payment' : viewer === null ? 'sign-in' : 'comment'
    return {
      downloads: names.map((name) => ({ name, url: null })),
      downloads_after: names.length === 0 ? '' : reason,
    }
  }
  const files = await Promise.all(
    downloads.map(async (address, index) => ({
      name: names[index] ?? '',
      url: await fileTicket(scope, address, { kind: 'user', id: viewer.id }),
    })),
  )
  return { downloads: files, downloads_after: '' }
}

interface Marks {
  readonly likeed: boolean
  readonly disliked: boolean
  readonly collected: boolean
}

async function marksOf({ database }: Pick<Scope, 'database'>, id: number, viewer: Viewer): Promise<Marks> {
  const { type: types } = statisticsOptions
  const rows =
    viewer === null
      ? []
      : await database.query
          .selectFrom('cms_statistics')
          .select('type')
          .where('content_id', '=', id)
          .where('user_id', '=', viewer.id)
          .execute()
  const has = (type: number): boolean => rows.some((row) => row.type === type)
  return { likeed: has(types.like), disliked: has(types.dislike), collected: has(types.collect) }
}

/** Comments that are shown, the newest first, with the names of people. */
async function commentPage(
  scope: Scope,
  { row: { id: contentId }, isVisible }: ReadableText,
  viewer: Viewer,
  page: number,
) {
  // Guard T15: comments are there as far as their text is.
  // Without: if (!contentId) return pageOf({ list: [], total: 0, page, limit: commentsPerPage })
  if (!isVisible) return pageOf<Comment>({ list: [], total: 0, page, limit: commentsPerPage })
  const rows = publicRows<CmsServerParts, 'cms/comment'>(scope, 'cms/comment', viewer)
  const where = { content_id: contentId }
  const list = await rows.find({
    where,
    order: { field: 'id', direction: 'desc' },
    limit: commentsPerPage,
    offset: (page - 1) * commentsPerPage,
  })
  const mentioned = list.flatMap((row) => idsOf(row.at_user))
  const names = await namesOfMembers(scope.database.query, [...list.map((row) => row.user_id), ...mentioned])
  return pageOf({
    list: list.map((row): Comment => {
      const userId = row.user_id ?? null
      const name = userId === null ? undefined : names.get(userId)
      return {
        id: Number(row.id),
        pid: row.pid ?? null,
        user: userId === null || !name ? null : { id: userId, ...name },
        guest_name: row.guest_name ?? '',
        content: row.text ?? '',
        at_user: idsOf(row.at_user).flatMap((id) => {
          const person = names.get(id)
          return person ? [{ id, name: person.name }] : []
        }),
        create_time: row.create_time ?? 0,
        own: viewer !== null && userId === viewer.id,
      }
    }),
    total: await rows.count(where),
    page,
    limit: commentsPerPage,
  })
}

const idsOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0) : []

const commentsRoute = defineRoute(loadComments, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '评论列表', en: 'Comments on a text' },
  maxPerMinute: 600,
  async handler({ scope, member, input: { id, page = 1 } }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const text = await findText(scope, id, caller.viewer)
    return text instanceof RouteReply ? text : commentPage(scope, text, caller.viewer, page)
  },
})

const mentionsRoute = defineRoute(mentions, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '可提及的会员', en: 'Members to mention' },
  maxPerMinute: 120,
  async handler({ scope, member, input: { id } }) {
    const viewer = requireMember(member)
    const text = await findText(scope, id, viewer)
    if (text instanceof RouteReply) return text
    // Guard T33: members are named to those who read what they wrote, and to nobody else.
    const rows = await publicRows<CmsServerParts, 'cms/comment'>(scope, 'cms/comment', viewer).find({
      where: { content_id: id },
      order: { field: 'id', direction: 'desc' },
      limit: 100,
    })
    const ids = [...new Set([text.row.user_id, ...rows.map((shown) => shown.user_id)])]
    const names = await namesOfMembers(scope.database.query, ids)
    return {
      list: [...names]
        .filter(([user]) => user !== viewer.id)
        .map(([user, { name, avatar }]) => ({ id: user, name, avatar })),
    }
  },
})

/** Sets a mark or takes it away. */
async function mark(
  { scope, trx, member }: Pick<WriteCall<unknown, Database>, 'scope' | 'trx' | 'member'>,
  name: 'like' | 'dislike' | 'collect',
  { id, set }: { readonly id: number; readonly set?: boolean },
) {
  const viewer = requireMember(member)
  const own: Scope = { ...scope, database: { ...scope.database, query: trx } }
  const isSet = set ?? (name === 'collect' ? !(await marksOf(own, id, viewer)).collected : true)
  await setMark(scope, trx, { contentId: id, userId: viewer.id, mark: name, isSet })
  const { likes, dislikes, collects } = await trx
    .selectFrom('cms_content')
    .select(['likes', 'dislikes', 'collects'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    likes: likes ?? 0,
    dislikes: dislikes ?? 0,
    collects: collects ?? 0,
    ...(await marksOf(own, id, viewer)),
  }
}

/** Clients of other products send `GET …?id=`, with a token in a header that no page of another site can send. */
async function markByAddress(
  { scope, member, input }: Pick<ReadCall<Readonly<Record<string, string>>, Database>, 'scope' | 'member' | 'input'>,
  name: 'like' | 'collect',
) {
  const id = idOf(input['id'])
  if (id === null) throw new OperationError('not_found')
  return scope.database.write((trx) => mark({ scope, trx, member }, name, { id }))
}

const likeRoute = defineRoute(like, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '点赞', en: 'Like a text' },
  maxPerMinute: 60,
  get: (call) => markByAddress(call, 'like'),
  handler: (call) => mark(call, 'like', call.input),
})

const dislikeRoute = defineRoute(dislike, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '踩', en: 'Dislike a text' },
  maxPerMinute: 60,
  handler: (call) => mark(call, 'dislike', call.input),
})

const collectRoute = defineRoute(collect, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '收藏', en: 'Save a text' },
  maxPerMinute: 60,
  get: (call) => markByAddress(call, 'collect'),
  handler: (call) => mark(call, 'collect', call.input),
})

/** Comments that guests of a network may write in an hour. */
const guestComments: LimitRule = { windowSeconds: 3600, captchaFrom: 0, maxFailures: 20, wait: 600, maxWait: 3600 }

const commentRoute = defineRoute(comment, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '发表评论', en: 'Comment on a text' },
  maxPerMinute: 30,
  transaction: 'own',
  async handler({ scope, member, visitor, input }) {
    const { language, database } = scope
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    const { id, content, pid, atUser, name = '', captchaId, captchaInfo } = input
    // A guest who cannot comment needs no captcha.
    const readable = await findText(scope, id, viewer)
    if (readable instanceof RouteReply) return readable
    const { row, isVisible } = readable
    if (!isVisible) throw new OperationError('not_found')
    if (viewer === null && row.allow_comment_groups === 'user') return signInFirst(scope)
    if (viewer === null && row.allow_comment_groups === 'all') {
      // Guard T39: a guest solves a captcha for each comment.
      if (needsCaptcha(scope) && !(await consumeCaptcha(database, captchaId, captchaInfo)))
        throw new OperationError('invalid', {
          text: failedTry(captchaInfo),
          errors: { captcha: t(language, 'captcha') },
        })
      // Guard T35: guests of a network write so many comments in an hour.
      const { wait } = await countTry(database, [limitKey('cms comments', { network: visitor.ip })], guestComments)
      if (wait > 0)
        throw new OperationError('bad_state', { sentence: t(language, 'comment.interval', { seconds: wait }) })
    }
    const added = await database.write((trx) =>
      addComment(scope, trx, viewer, {
        contentId: id,
        text: content,
        guestName: name,
        ...(pid !== undefined && { pid }),
        ...(atUser && { atUser }),
      }),
    )
    return new RouteReply(added, { msg: t(language, added.status === 'normal' ? 'comment.shown' : 'comment.waits') })
  },
})

export const contentSiteRoutes: readonly ModuleRoute[] = [
  infoRoute,
  commentsRoute,
  mentionsRoute,
  likeRoute,
  dislikeRoute,
  collectRoute,
  commentRoute,
]

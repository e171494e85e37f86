/** Requests of anybody about the site as a whole. */
import {
  consumeCaptcha,
  countTry,
  createRouteDefinition,
  failedTry,
  limitKey,
  OperationError,
  records,
  RouteReply,
  type LimitRule,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import {
  applyFriendlyLink,
  articleList,
  home,
  hotWords,
  init,
  listChannels,
  listTags,
  newest,
} from '../../shared/site/index-routes.ts'
import type { Viewer } from '../access.ts'
import { t } from '../i18n.ts'
import { commentInterval, homeTexts, isPublicSite, takesTips } from '../settings.ts'
import {
  channelsBelow,
  pathOf,
  readAuthor,
  readBlocks,
  readChannels,
  readFriendlyLinks,
  readHotWords,
  readTags,
  type SiteChannel,
} from '../site/places.ts'
import { searchTexts } from '../site/search.ts'
import { countTexts, listTexts, type TextFilter, type TextOrder } from '../site/texts.ts'
import { noteSearch } from '../views/buffer.ts'
import { asAuthor, requireMember, viewerOf } from './caller.ts'
import { blockOf, cardOf, channelOf, tagOf } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

/** Texts of one page of the home page. */
const homeSize = 16
/** Texts of a channel that a cover shows. */
const coverTexts = 7

/** Whether guests solve a captcha. */
export const needsCaptcha = ({ settings }: Pick<Scope, 'settings'>): boolean => settings.fixed.captcha ?? true

const initRoute = defineRoute(init, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '站点配置', en: 'Settings of the site' },
  maxPerMinute: 600,
  async handler({ scope, member }) {
    const { title, keywords, description } = homeTexts(scope)
    const { language } = scope
    const config = {
      index_seo_title: title,
      index_keywords: keywords,
      index_description: description,
      appreciation: takesTips(scope) && scope.payments ? 1 : 0,
      comments_interval: commentInterval(scope),
      payments: scope.payments ? 1 : 0,
      captcha: needsCaptcha(scope) ? 1 : 0,
    }
    const caller = viewerOf(scope, member)
    // The home page is there for everybody: a closed one leads to the sign-in page.
    if (caller instanceof RouteReply)
      return { public: false, config, channels: [], right_sidebar: [], friendly_link: [] }
    const recommended = await listTexts(scope, caller.viewer, { flag: 'recommend' }, { limit: 5 })
    const blocks = await readBlocks(scope, ['right-side-bar'])
    return {
      public: isPublicSite(scope),
      config,
      channels: (await readChannels(scope, caller.viewer)).map(channelOf),
      right_sidebar: [
        { type: 'recommendContent' as const, title: t(language, 'site.related'), data: recommended.map(cardOf) },
        { type: 'ad' as const, title: '', data: blocks.map(blockOf) },
        {
          type: 'tags' as const,
          title: t(language, 'site.tags'),
          data: (await readTags(scope, { limit: 20 })).map(tagOf),
        },
      ],
      friendly_link: [...(await readFriendlyLinks(scope))],
    }
  },
})

const homeRoute = defineRoute(home, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '站点首页', en: 'Home page of the site' },
  maxPerMinute: 600,
  async handler({ scope, member }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    const channels = await readChannels(scope, viewer)
    const blocks = await readBlocks(scope, ['index-top-bar', 'index-carousel', 'index-focus', 'right-side-bar'])
    const of = (name: string) => blocks.filter((block) => block.name === name).map(blockOf)
    const recommended = channels.filter(({ isRecommended, type }) => isRecommended && type !== 'link')
    return {
      indexTopBar: of('index-top-bar'),
      indexCarousel: of('index-carousel'),
      indexFocus: of('index-focus'),
      newContent: (await listTexts(scope, viewer, { flag: 'new' }, { limit: 6 })).map(cardOf),
      newPublishContent: (await listTexts(scope, viewer, {}, { limit: homeSize })).map(cardOf),
      coverChannel: await sectionsOf(scope, viewer, channels, recommended.slice(0, 6)),
      tags: (await readTags(scope, { limit: 20 })).map(tagOf),
      side: of('right-side-bar'),
    }
  },
})

/** The first texts of each of these channels. */
async function sectionsOf(
  scope: Scope,
  viewer: Viewer,
  channels: readonly SiteChannel[],
  shown: readonly SiteChannel[],
) {
  const sections = []
  for (const channel of shown) {
    const filter = { channels: channelsBelow(channels, channel.id) }
    const cards = await listTexts(scope, viewer, filter, { limit: coverTexts })
    sections.push({ info: channelOf(channel), contentList: cards.map(cardOf) })
  }
  return sections
}

const newestRoute = defineRoute(newest, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '最新发布', en: 'Newest texts' },
  maxPerMinute: 600,
  async handler({ scope, member, input: { page = 1 } }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const cards = await listTexts(scope, caller.viewer, {}, { limit: homeSize, offset: (page - 1) * homeSize })
    return { newPublishContent: cards.map(cardOf) }
  },
})

const wordsRoute = defineRoute(hotWords, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '热门搜索', en: 'Words often searched for' },
  maxPerMinute: 600,
  async handler({ scope, member }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    return { hotKeywords: (await readHotWords(scope)).map((search, index) => ({ search, rank: index + 1 })) }
  },
})

const tagsRoute = defineRoute(listTags, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '标签选择', en: 'Tags to choose from' },
  maxPerMinute: 600,
  async handler({ scope, member, input }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const tags = await readTags(scope, {
      ...(input.initValue && { among: input.initValue }),
      quickSearch: input.quickSearch ?? input.quick_search ?? '',
      limit: input.limit ?? 20,
    })
    return { list: tags.map(tagOf), total: tags.length }
  },
})

const channelsRoute = defineRoute(listChannels, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '栏目选择', en: 'Channels to choose from' },
  maxPerMinute: 600,
  async handler({ scope, member, input }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const words = (input.quickSearch ?? input.quick_search ?? '').toLowerCase()
    const channels = (await readChannels(scope, caller.viewer)).filter(
      ({ id, name }) => name.toLowerCase().includes(words) && (input.initValue?.includes(id) ?? true),
    )
    return { list: channels.slice(0, input.limit ?? 100).map(channelOf), total: channels.length }
  },
})

/** The order of a list by the name of a field, as clients write it (`views,desc`). */
function orderOf(order = ''): TextOrder {
  const [field] = order.split(',')
  if (field === 'views') return 'views'
  return field === 'publish_time' || field === 'create_time' || field === 'id' ? 'newest' : 'list'
}

const listRoute = defineRoute(articleList, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '内容列表', en: 'List of texts' },
  maxPerMinute: 600,
  async handler({ scope, member, visitor, input }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    const { page = 1, limit = 16, keywords = '' } = input
    const place = await placeOf(scope, viewer, input)
    const range = { limit, offset: (page - 1) * limit }
    const around = {
      title: place.breadcrumb.map(({ name }) => name),
      info: place.info,
      breadcrumb: place.breadcrumb,
      template: place.template,
      filterConfig: [],
    }
    if (keywords.trim() !== '') {
      const { cards, total, snippets } = await searchTexts(scope, viewer, keywords, range)
      if (page === 1 && total > 0) noteSearch(scope, keywords, { user: viewer?.id ?? null, agent: visitor.device })
      const list = cards.map((card) => {
        const pieces = snippets.get(card.id)
        return { ...cardOf(card), ...(pieces && { snippet: [...pieces] }) }
      })
      return { ...around, list, total, content: [] }
    }
    const cards = await listTexts(scope, viewer, place.filter, { ...range, order: orderOf(input.order ?? input.sort) })
    return {
      ...around,
      list: cards.map(cardOf),
      total: await countTexts(scope, viewer, place.filter),
      content: place.cover ? await sectionsOf(scope, viewer, place.channels, place.cover) : [],
    }
  },
})

interface Place {
  readonly filter: TextFilter
  readonly template: string
  readonly info: {
    readonly id: number
    readonly name: string
    readonly description: string
    readonly avatar: string | null
  } | null
  readonly breadcrumb: readonly {
    readonly type: 'channel' | 'tag' | 'user' | 'search'
    readonly id: number
    readonly name: string
  }[]
  readonly channels: readonly SiteChannel[]
  /** The channels whose first texts a cover shows. */
  readonly cover?: readonly SiteChannel[]
}

/**
 * The subject of the list.
 * @throws an OperationError `not_found` for what the viewer does not see
 */
async function placeOf(
  scope: Scope,
  viewer: Viewer,
  input: { readonly channel?: number; readonly tag?: number; readonly user?: number; readonly keywords?: string },
): Promise<Place> {
  const channels = await readChannels(scope, viewer)
  const missing = (): never => {
    throw new OperationError('not_found')
  }
  if (input.channel !== undefined) {
    const channel = channels.find(({ id }) => id === input.channel) ?? missing()
    return {
      filter: { channels: channelsBelow(channels, channel.id) },
      template: channel.template || 'news',
      info: { id: channel.id, name: channel.name, description: channel.description, avatar: null },
      breadcrumb: pathOf(channels, channel.id).map(({ id, name }) => ({ type: 'channel' as const, id, name })),
      channels,
      ...(channel.type === 'cover' && {
        cover: channels.filter(({ pid, type }) => pid === channel.id && type !== 'link'),
      }),
    }
  }
  const plain = { template: 'news', channels }
  if (input.tag !== undefined) {
    const [tag = missing()] = await readTags(scope, { among: [input.tag] })
    const { id, name, description } = tag
    return {
      ...plain,
      filter: { tag: id },
      info: { id, name, description, avatar: null },
      breadcrumb: [{ type: 'tag', id, name }],
    }
  }
  if (input.user !== undefined) {
    const author = (await readAuthor(scope, viewer, input.user)) ?? missing()
    const { id, name, motto, avatar } = author
    return {
      ...plain,
      filter: { user: id },
      info: { id, name, description: motto, avatar },
      breadcrumb: [{ type: 'user', id, name }],
    }
  }
  const words = (input.keywords ?? '').trim()
  return { ...plain, filter: {}, info: null, breadcrumb: words === '' ? [] : [{ type: 'search', id: 0, name: words }] }
}

/** Links that a network may suggest in a day. */
const suggestions: LimitRule = { windowSeconds: 86_400, captchaFrom: 0, maxFailures: 5, wait: 3600, maxWait: 86_400 }

const linkRoute = defineRoute(applyFriendlyLink, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '申请友情链接', en: 'Suggest a link' },
  maxPerMinute: 20,
  transaction: 'own',
  async handler({ scope, member, visitor, input: { captchaId, captchaInfo, ...link } }) {
    const { language, database } = scope
    const { id } = requireMember(member)
    if (needsCaptcha(scope) && !(await consumeCaptcha(database, captchaId, captchaInfo)))
      throw new OperationError('invalid', { text: failedTry(captchaInfo), errors: { captcha: t(language, 'captcha') } })
    // Guard T35: a network suggests a few links in a day.
    const { wait } = await countTry(database, [limitKey('cms links', { network: visitor.ip })], suggestions)
    if (wait > 0) throw new OperationError('bad_state', { sentence: t(language, 'links.often') })
    await database.write(async (trx) => {
      await records<CmsServerParts>(asAuthor(scope, id), trx).create(
        'cms/friendly_link',
        { ...link, target: '_blank' },
        { user_id: id },
      )
    })
    return new RouteReply({ status: 'pending_trial' }, { msg: t(language, 'links.thanks') })
  },
})

export const indexRoutes: readonly ModuleRoute[] = [
  initRoute,
  homeRoute,
  newestRoute,
  wordsRoute,
  tagsRoute,
  channelsRoute,
  listRoute,
  linkRoute,
]

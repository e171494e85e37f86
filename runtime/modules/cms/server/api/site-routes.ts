/** Requests of anybody about the site as a whole: its settings, home page, channels, tags and words. */
import { createRouteDefinition, RouteReply, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { home, hotWords, init, listChannels, listTags, newest } from '../../shared/site/index-routes.ts'
import type { Viewer } from '../access.ts'
import { t } from '../i18n.ts'
import { clientSettings, isPublicSite } from '../settings.ts'
import { forGuests } from '../site/guests.ts'
import {
  channelsBelow,
  readBlocks,
  readChannels,
  readFriendlyLinks,
  readHotWords,
  readTags,
  type SiteChannel,
} from '../site/places.ts'
import { listTexts } from '../site/texts.ts'
import { viewerOf } from './caller.ts'
import { needsCaptcha } from './captcha.ts'
import { blockOf, cardOf, channelOf, tagOf } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

/** Texts of one page of the home page. */
const homeSize = 16
/** Texts of a channel that a cover shows. */
const coverTexts = 7

const initRoute = defineRoute(init, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '站点配置', en: 'Settings of the site' },
  maxPerMinute: 600,
  async handler({ scope, member }) {
    const config = {
      ...clientSettings(scope),
      payments: scope.payments !== undefined,
      captcha: needsCaptcha(scope),
    }
    const caller = viewerOf(scope, member)
    // The home page is there for everybody: a closed one leads to the sign-in page.
    if (caller instanceof RouteReply)
      return { public: false, config: { ...config, right_sidebar: [], friendly_link: [] }, channels: [] }
    const { viewer } = caller
    return forGuests(scope, viewer, 'init', async () => ({
      public: isPublicSite(scope),
      config: {
        ...config,
        right_sidebar: await sidebarOf(scope, viewer),
        friendly_link: await readFriendlyLinks(scope),
      },
      channels: (await readChannels(scope, viewer)).map(channelOf),
    }))
  },
})

/** The side of the pages: recommended texts, then blocks and tags. */
async function sidebarOf(scope: Scope, viewer: Viewer) {
  const { language } = scope
  const recommended = await listTexts(scope, viewer, { flag: 'recommend' }, { limit: 5 })
  const blocks = await readBlocks(scope, ['right-side-bar'])
  const tags = await readTags(scope, { limit: 20 })
  return [
    { type: 'recommendContent' as const, title: t(language, 'site.related'), data: recommended.map(cardOf) },
    ...blocks.map((block) => ({ type: 'ad' as const, title: block.title, data: blockOf(block) })),
    { type: 'tags' as const, title: t(language, 'site.tags'), data: tags.map(tagOf) },
  ]
}

const homeRoute = defineRoute(home, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '站点首页', en: 'Home page of the site' },
  maxPerMinute: 600,
  async handler({ scope, member }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    return forGuests(scope, viewer, 'home', () => homeOf(scope, viewer))
  },
})

async function homeOf(scope: Scope, viewer: Viewer) {
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
}

/** The first texts of each of these channels. */
export async function sectionsOf(
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
    const { viewer } = caller
    return forGuests(scope, viewer, ['newest', page], async () => {
      const cards = await listTexts(scope, viewer, {}, { limit: homeSize, offset: (page - 1) * homeSize })
      return { newPublishContent: cards.map(cardOf) }
    })
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

export const siteRoutes: readonly ModuleRoute[] = [
  initRoute,
  homeRoute,
  newestRoute,
  wordsRoute,
  tagsRoute,
  channelsRoute,
]

/** Requests of the mobile application of other products (uni-app). */
import { createRouteDefinition, RouteReply, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { recommendedTab, uniHome, uniInit, uniNews, uniProduct } from '../../shared/site/uni-routes.ts'
import type { Viewer } from '../access.ts'
import { t } from '../i18n.ts'
import { idOf } from '../site/frame.ts'
import { forGuests } from '../site/guests.ts'
import { channelsBelow, readBlocks, readChannels } from '../site/places.ts'
import { countTexts, listTexts, type TextFilter } from '../site/texts.ts'
import { viewerOf } from './caller.ts'
import { blockOf, cardOf, pageOf } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

interface Paged {
  readonly page?: number
  readonly limit?: number
}

async function cardsOf(scope: Scope, viewer: Viewer, filter: TextFilter, { page = 1, limit = 10 }: Paged) {
  const cards = await listTexts(scope, viewer, filter, { limit, offset: (page - 1) * limit })
  return pageOf({ list: cards.map(cardOf), total: await countTexts(scope, viewer, filter), page, limit })
}

const initRoute = defineRoute(uniInit, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '小程序站点配置', en: 'Settings for mobile applications' },
  maxPerMinute: 600,
  async handler({ scope: { settings } }) {
    const { siteName, version, siteUrl, upload } = settings
    return {
      site: {
        siteName,
        version,
        cdnUrl: siteUrl,
        upload: { maxSize: upload.maxSize, allowedSuffixes: [...upload.types] },
        h5Domain: siteUrl,
      },
    }
  },
})

const homeRoute = defineRoute(uniHome, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '小程序首页', en: 'Home page of mobile applications' },
  maxPerMinute: 600,
  async handler({ scope, member, input }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    return forGuests(scope, viewer, ['uni', input], () => uniPage(scope, viewer, input))
  },
})

async function uniPage(
  scope: Scope,
  viewer: Viewer,
  { channel = recommendedTab, ...paged }: Paged & { readonly channel?: string },
) {
  const channels = await readChannels(scope, viewer)
  const textsOf = (tab: number | string) => {
    const id = idOf(String(tab))
    return cardsOf(
      scope,
      viewer,
      { flag: 'recommend', ...(id !== null && { channels: channelsBelow(channels, id) }) },
      paged,
    )
  }
  if ((paged.page ?? 1) > 1) return { content: await textsOf(channel) }
  const tabs = [
    { id: recommendedTab, name: t(scope.language, 'site.recommended') },
    ...channels.filter(({ type }) => type === 'cover').map(({ id, name }) => ({ id, name })),
  ]
  const filled = []
  for (const tab of tabs) filled.push({ channel: tab, content: await textsOf(tab.id) })
  return { channels: filled, indexCarousel: (await readBlocks(scope, ['uni-index-carousel'])).map(blockOf) }
}

const newsRoute = defineRoute(uniNews, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '小程序资讯', en: 'News of mobile applications' },
  maxPerMinute: 600,
  async handler({ scope, member, input }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    return forGuests(scope, viewer, ['uni news', input], async () => ({
      contents: await cardsOf(scope, viewer, { flag: 'new' }, input),
      newCarousel: (await readBlocks(scope, ['uni-news-carousel'])).map(blockOf),
    }))
  },
})

const productRoute = defineRoute(uniProduct, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '小程序产品', en: 'Products of mobile applications' },
  maxPerMinute: 600,
  async handler({ scope, member, input }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    return forGuests(scope, viewer, ['uni products', input], async () => ({
      contents: await cardsOf(scope, viewer, { model: 'products' }, input),
    }))
  },
})

export const uniRoutes: readonly ModuleRoute[] = [initRoute, homeRoute, newsRoute, productRoute]

/** Lists of texts: of a channel, a tag, an author or a search. */
import { createRouteDefinition, OperationError, RouteReply, type ModuleRoute } from 'tablewright/server'
import type { InputOf } from 'tablewright/protocol'
import type { Database } from '#generated/database.ts'
import { articleList } from '../../shared/site/index-routes.ts'
import { isMembersChannel, type Viewer } from '../access.ts'
import { forGuests } from '../site/guests.ts'
import {
  channelsBelow,
  pathOf,
  readAuthor,
  readBlocks,
  readChannels,
  readTags,
  type SiteChannel,
} from '../site/places.ts'
import { searchTexts } from '../site/search.ts'
import { countTexts, listTexts, type TextFilter, type TextOrder } from '../site/texts.ts'
import { noteSearch } from '../views/buffer.ts'
import { signInFirst, viewerOf } from './caller.ts'
import { sectionsOf } from './site-routes.ts'
import { blockOf, cardOf } from './wire.ts'
import type { Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

type Input = InputOf<typeof articleList.input>

const listRoute = defineRoute(articleList, {
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '内容列表', en: 'List of texts' },
  maxPerMinute: 600,
  async handler({ scope, member, visitor, input }) {
    const caller = viewerOf(scope, member)
    if (caller instanceof RouteReply) return caller
    const { viewer } = caller
    // A guest is asked to sign in where a member may enter.
    if (viewer === null && input.channel !== undefined && (await isMembersChannel(scope, input.channel)))
      return signInFirst(scope)
    // Searches are noted: each is made for the one who asks.
    return (input.keywords ?? '').trim() === ''
      ? forGuests(scope, viewer, ['list', input], () => listOf(scope, viewer, input))
      : searchOf(scope, viewer, input, visitor.device)
  },
})

const rangeOf = ({ page = 1, limit = 16 }: Input) => ({ limit, offset: (page - 1) * limit })

async function listOf(scope: Scope, viewer: Viewer, input: Input) {
  const place = await placeOf(scope, viewer, input)
  const order = orderOf(input.order ?? input.sort)
  const cards = await listTexts(scope, viewer, place.filter, { ...rangeOf(input), order })
  const { cover, channels } = place
  const blocks = cover ? await readBlocks(scope, [`${cover.model}-focus`, `${cover.model}-carousel`]) : []
  const of = (name: string) => blocks.filter((block) => block.name.endsWith(name)).map(blockOf)
  return {
    ...around(place),
    list: cards.map(cardOf),
    total: await countTexts(scope, viewer, place.filter),
    content: cover ? await sectionsOf(scope, viewer, channels, cover.channels) : [],
    focus: of('-focus'),
    carousel: of('-carousel'),
  }
}

async function searchOf(scope: Scope, viewer: Viewer, input: Input, agent: string) {
  const { keywords = '', page = 1 } = input
  const place = await placeOf(scope, viewer, input)
  const { cards, total, snippets } = await searchTexts(scope, viewer, keywords, rangeOf(input))
  if (page === 1 && total > 0) noteSearch(scope, keywords, { user: viewer?.id ?? null, agent })
  const list = cards.map((card) => {
    const pieces = snippets.get(card.id)
    return { ...cardOf(card), ...(pieces && { snippet: [...pieces] }) }
  })
  return { ...around(place), list, total, content: [], focus: [], carousel: [] }
}

const around = ({ breadcrumb, info, template }: Place) => ({
  title: breadcrumb.map(({ name }) => name),
  info,
  breadcrumb,
  template,
  filterConfig: [],
})

/** The order of a list by the name of a field, as clients write it (`views,desc`). */
function orderOf(order = ''): TextOrder {
  const [field] = order.split(',')
  if (field === 'views') return 'views'
  return field === 'publish_time' || field === 'create_time' || field === 'id' ? 'newest' : 'list'
}

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
  /** A channel that shows the first texts of each of these, and blocks for its model. */
  readonly cover?: { readonly model: string; readonly channels: readonly SiteChannel[] }
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
        cover: {
          model: channel.model,
          channels: channels.filter(({ pid, type }) => pid === channel.id && type !== 'link'),
        },
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

export const listRoutes: readonly ModuleRoute[] = [listRoute]

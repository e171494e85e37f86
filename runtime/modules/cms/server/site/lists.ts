/** Reading pages that are lists: the home page of the site, channels, tags and authors. */
import { markup, pictureOrigins, richText, type Markup, type PageAnswer, type PublicPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { t } from '../i18n.ts'
import { isMembersChannel } from '../access.ts'
import { homeTexts, isPublicSite } from '../settings.ts'
import {
  absentPage,
  cardList,
  channelLink,
  idOf,
  linkOf,
  membersPage,
  outside,
  pageAnswer,
  pageOf,
  pager,
  pageSize,
  type SitePage,
  chips,
  searchForm,
  tiles,
} from './frame.ts'
import {
  channelsBelow,
  pathOf,
  readAuthor,
  readBlocks,
  readChannels,
  readFriendlyLinks,
  readHotWords,
  readTags,
  type SiteBlock,
  type SiteChannel,
} from './places.ts'
import { siteStyle } from './style.ts'
import { countTexts, listTexts, type TextFilter } from './texts.ts'
import type { Scope } from '#generated/cms/server.ts'

type Page = PublicPage<Database>

const isOpen: Page['isOpen'] = (settings) => isPublicSite({ settings })

/** Texts of a channel that its cover shows. */
const coverTexts = 7

/** A page of a list of texts, with the ways to the pages around it. */
async function listOf(
  scope: Scope,
  {
    filter,
    page,
    path,
    isInSection = false,
  }: { readonly filter: TextFilter; readonly page: number; readonly path: string; readonly isInSection?: boolean },
): Promise<Markup | null> {
  const total = await countTexts(scope, null, filter)
  const offset = (page - 1) * pageSize
  if (page > 1 && offset >= total) return null
  const cards = await listTexts(scope, null, filter, { limit: pageSize, offset })
  const address = (number: number): string => (number === 1 ? path : `${path}?page=${number}`)
  return markup`${cardList(scope, cards, { isInSection })}${pager(scope, { page, total, address })}`
}

/** The address of a page of a list. */
const pathWith = (path: string, page: number): string => (page === 1 ? path : `${path}?page=${page}`)

export const homePage: Page = {
  path: '/read',
  isHome: true,
  label: { 'zh-cn': '站点首页', en: 'Home page of the site' },
  query: ['page'],
  style: siteStyle,
  isOpen,
  async render({ scope, query }) {
    const page = pageOf(query['page'])
    return page === null ? absentPage(scope) : homeAnswer(scope, page)
  },
}

/** @param draft a block that is not stored, in its place among those that are shown */
export async function homeAnswer(scope: Scope, page: number, draft: SiteBlock | null = null): Promise<PageAnswer> {
  const { language, settings } = scope
  const channels = await readChannels(scope, null)
  const list = await listOf(scope, { filter: {}, page, path: '/read', isInSection: true })
  if (list === null) return absentPage(scope)
  const { title, keywords, description } = homeTexts(scope)
  const blocks = page === 1 ? withDraft(await readBlocks(scope, blockNames), draft) : []
  const side = await sideOf(scope, withDraft(await readBlocks(scope, [sideName]), draft))
  return pageAnswer(scope, {
    path: pathWith('/read', page),
    title: title || settings.siteName,
    heading: settings.siteName,
    description,
    keywords,
    channels,
    structuredData: { '@context': 'https://schema.org', '@type': 'WebSite', name: settings.siteName },
    body: markup`<div class="wide">
<div class="main">
${description !== '' && markup`<p class="lead">${description}</p>`}
${blockRows(scope, blocks)}
${page === 1 && (await recommended(scope, channels))}
<section><h2>${t(language, 'site.newest')}</h2>${list}</section>
</div>
${side}
</div>`,
  })
}

/** The blocks with the draft in the place of its stored form, or else before the others. */
function withDraft(blocks: readonly SiteBlock[], draft: SiteBlock | null): readonly SiteBlock[] {
  if (draft === null) return blocks
  return blocks.some(({ id }) => id === draft.id)
    ? blocks.map((block) => (block.id === draft.id ? draft : block))
    : [draft, ...blocks]
}

/** Places on the home page, by the names that themes of other systems use. */
const blockNames = ['index-top-bar', 'index-carousel', 'index-focus']
const sideName = 'right-side-bar'

/** The places that the site has. */
export const blockPlaces: readonly string[] = [...blockNames, sideName]

function blockRows(scope: Scope, blocks: readonly SiteBlock[]): Markup {
  const of = (name: string): readonly SiteBlock[] => blocks.filter((block) => block.name === name)
  const [carousel, focus] = [of('index-carousel'), of('index-focus')]
  return markup`${of('index-top-bar').map((block) => blockOf(scope, block))}
${
  carousel.length > 0 &&
  markup`<section class="carousel" tabindex="0" aria-label="${t(scope.language, 'site.carousel')}">${carousel.map(
    (block) => blockOf(scope, block),
  )}</section>`
}
${focus.length > 0 && markup`<section class="focus">${focus.map((block) => blockOf(scope, block))}</section>`}`
}

/** A block as it is shown: a picture with its title, which may lead somewhere, or rich text. */
function blockOf({ settings }: Pick<Scope, 'settings'>, block: SiteBlock): Markup {
  const { type, title, image, link, target, html, isDraft = false } = block
  const classes = isDraft ? 'block draft' : 'block'
  if (type === 'rich_text')
    return markup`<div class="${classes} rich">${richText(html, pictureOrigins(settings))}</div>`
  const content = markup`${image !== '' && markup`<img src="${image}" alt="">`}<span>${title}</span>`
  if (link === '') return markup`<div class="${classes}">${content}</div>`
  const rel = `${outside(link)}${target === '_blank' ? ' noopener' : ''}`.trim()
  return markup`<a class="${classes}" href="${linkOf(link)}" target="${target}" rel="${rel}">${content}</a>`
}

/** The channels that the home page recommends, with their first texts. */
async function recommended(scope: Scope, channels: readonly SiteChannel[]): Promise<readonly Markup[]> {
  const sections: Markup[] = []
  for (const channel of channels.filter(({ isRecommended, type }) => isRecommended && type !== 'link').slice(0, 6)) {
    const cards = await listTexts(scope, null, { channels: channelsBelow(channels, channel.id) }, { limit: 3 })
    if (cards.length === 0) continue
    sections.push(markup`<section class="tiles"><h2>${channelLink(channel)}</h2>${tiles(cards)}</section>`)
  }
  return sections
}

/** The side of the home page: search, hot words, blocks, tags and links. */
async function sideOf(scope: Scope, blocks: readonly SiteBlock[]): Promise<Markup> {
  const { language, settings } = scope
  const words = await readHotWords(scope)
  const tags = await readTags(scope, { limit: 20 })
  const links = await readFriendlyLinks(scope)
  const ways = settings.headNav
  return markup`<aside>
${searchForm(scope, '')}
${
  words.length > 0 &&
  markup`<section><h2>${t(language, 'site.hotWords')}</h2><p class="chips">${words.map(
    (word) => markup`<a href="/read/search?q=${encodeURIComponent(word)}">${word}</a>`,
  )}</p></section>`
}
${blocks.filter(({ name }) => name === sideName).map((block) => blockOf(scope, block))}
${tags.length > 0 && markup`<section><h2>${t(language, 'site.tags')}</h2>${tagChips(tags)}</section>`}
${
  ways.length > 0 &&
  markup`<section><h2>${t(language, 'site.ways')}</h2><ul class="links">${ways.map(
    ({ title, url, target }) =>
      markup`<li><a href="${linkOf(url)}" target="${target}" rel="noopener noreferrer">${title}</a></li>`,
  )}</ul></section>`
}
<section><h2>${t(language, 'site.links')}</h2><ul class="links">${links.map(
    ({ title, link }) => markup`<li><a href="${link}" rel="${outside(link)}" target="_blank">${title}</a></li>`,
  )}<li><a href="/#/cms/links">${t(language, 'site.applyLink')}</a></li></ul></section>
</aside>`
}

export const tagChips = (tags: readonly { readonly id: number; readonly name: string }[]): Markup | false =>
  chips(tags.map(({ id, name }) => markup`<a href="/read/t/${id}" rel="tag">${name}</a>`))

export const channelPage: Page = {
  path: '/read/c/:channel',
  label: { 'zh-cn': '栏目', en: 'Channel' },
  query: ['page'],
  style: siteStyle,
  isOpen,
  async render({ scope, params, query }) {
    const [id, page] = [idOf(params['channel']), pageOf(query['page'])]
    const channels = await readChannels(scope, null)
    const channel = channels.find((candidate) => candidate.id === id)
    if (!channel && id !== null && (await isMembersChannel(scope, id)))
      return membersPage(scope, `/cms/list?channel=${id}`)
    if (!channel || channel.type === 'link' || page === null) return absentPage(scope)
    const path = `/read/c/${channel.id}`
    const below = channels.filter(({ pid }) => pid === channel.id)
    const body =
      channel.type === 'cover'
        ? await coverOf(scope, channels, channel)
        : await listOf(scope, { filter: { channels: channelsBelow(channels, channel.id) }, page, path })
    if (body === null) return absentPage(scope)
    const parents = pathOf(channels, channel.id).slice(0, -1)
    return pageAnswer(scope, {
      path: pathWith(path, page),
      title: channel.title || channel.name,
      heading: channel.name,
      description: channel.description,
      keywords: channel.keywords,
      channels,
      current: channel.id,
      ...(parents.length > 0 && { structuredData: breadcrumb([...parents, channel]) }),
      body: markup`<div class="list">${trail(scope, parents)}
${channel.description !== '' && markup`<p class="lead">${channel.description}</p>`}
${channel.type !== 'cover' && chips(below.map((child) => channelLink(child)))}
<div class="${channel.template}">${body}</div></div>`,
    })
  },
}

const breadcrumb = (path: readonly SiteChannel[]): Readonly<Record<string, unknown>> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: path.map(({ name }, index) => ({ '@type': 'ListItem', position: index + 1, name })),
})

/** The way down to what is shown. */
export const trail = ({ language }: Pick<Scope, 'language'>, channels: readonly SiteChannel[]): Markup | false =>
  channels.length > 0 &&
  markup`<nav class="trail" aria-label="${t(language, 'site.trail')}">${channels.map(
    (channel) => markup`<span>${channelLink(channel)}</span>`,
  )}</nav>`

/** The first texts of each channel below. */
async function coverOf(scope: Scope, channels: readonly SiteChannel[], cover: SiteChannel): Promise<Markup> {
  const sections: Markup[] = []
  for (const channel of channels.filter(({ pid, type }) => pid === cover.id && type !== 'link')) {
    const filter = { channels: channelsBelow(channels, channel.id) }
    const cards = await listTexts(scope, null, filter, { limit: coverTexts })
    sections.push(
      markup`<section><h2>${channelLink(channel)}</h2>${cardList(scope, cards, { isInSection: true })}</section>`,
    )
  }
  const own = await listTexts(scope, null, { channels: [cover.id] }, { limit: pageSize })
  return markup`${sections}${(own.length > 0 || sections.length === 0) && cardList(scope, own)}`
}

export const tagPage: Page = {
  path: '/read/t/:tag',
  label: { 'zh-cn': '标签', en: 'Tag' },
  query: ['page'],
  style: siteStyle,
  isOpen,
  async render({ scope, params, query }) {
    const [id, page] = [idOf(params['tag']), pageOf(query['page'])]
    if (id === null || page === null) return null
    const [tag] = await readTags(scope, { among: [id] })
    const path = `/read/t/${id}`
    const list = tag ? await listOf(scope, { filter: { tag: id }, page, path }) : null
    if (!tag || list === null) return absentPage(scope)
    return pageAnswer(scope, {
      path: pathWith(path, page),
      title: tag.title || tag.name,
      heading: tag.name,
      description: tag.description,
      keywords: tag.keywords,
      body: markup`<div class="list">
${tag.description !== '' && markup`<p class="lead">${tag.description}</p>`}
${list}</div>`,
    })
  },
}

export const authorPage: Page = {
  path: '/read/u/:author',
  label: { 'zh-cn': '作者', en: 'Author' },
  query: ['page'],
  style: siteStyle,
  isOpen,
  async render({ scope, params, query }) {
    const [id, page] = [idOf(params['author']), pageOf(query['page'])]
    if (id === null || page === null) return null
    const author = await readAuthor(scope, null, id)
    const path = `/read/u/${id}`
    const list = author ? await listOf(scope, { filter: { user: id }, page, path }) : null
    if (!author || list === null) return absentPage(scope)
    const about: SitePage = {
      path: pathWith(path, page),
      title: author.name,
      description: author.motto,
      structuredData: { '@context': 'https://schema.org', '@type': 'Person', name: author.name },
      body: markup`<div class="list"><p class="lead">${author.motto !== '' && markup`${author.motto} · `}${t(
        scope.language,
        'site.textsOf',
        { count: author.count },
      )}</p>${list}</div>`,
    }
    return pageAnswer(scope, about)
  },
}

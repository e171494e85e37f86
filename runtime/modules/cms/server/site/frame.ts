/** The parts that all reading pages have in common: ways, address, style and lists. */
import { decimalText } from 'tablewright/protocol'
import { markup, type Markup, type PageAnswer, type PageDocument } from 'tablewright/server'
import { t } from '../i18n.ts'
import { nextChange } from './next-change.ts'
import { readChannels, type SiteChannel } from './places.ts'
import type { TextCard } from './texts.ts'
import type { Scope } from '#generated/cms/server.ts'

/** Texts on one page of a list. */
export const pageSize = 20

/** Channels that the head of every page has room for. */
const maxWays = 6

/** An address of the site as search engines and readers of feeds need it: with its origin, once that is known. */
export const absolute = ({ settings }: Pick<Scope, 'settings'>, path: string): string => `${settings.siteUrl}${path}`

/** A link that an editor has set: a path of the site or of the application, or a web address. */
export const linkOf = (link: string): string =>
  link.startsWith('/') && !/^\/(?:read|rss\.xml|sitemap\.xml|storage|q)(?:[/?]|$)/.test(link) ? `/#${link}` : link

/** Other sites do not learn where their visitors come from, and get no weight in search engines. */
export const outside = (address: string): string => (address.startsWith('/') ? '' : 'nofollow noopener noreferrer')

/** The ways at the head of a page. */
function waysOf(scope: Scope, channels: readonly SiteChannel[], current?: number): Markup {
  const { language } = scope
  const top = channels.filter(({ pid }) => pid === 0).slice(0, maxWays)
  return markup`${top.map((channel) => channelLink(channel, current))}
<a href="/read/search" class="way-end">${t(language, 'site.search')}</a>
<a href="/#/user/cms/contribute">${t(language, 'site.contribute')}</a>
<a href="/#/user">${t(language, 'site.signIn')}</a>`
}

export function channelLink(channel: SiteChannel, current?: number): Markup {
  const { id, name, type, url } = channel
  if (type === 'link') return markup`<a href="${linkOf(url)}" rel="${outside(url)}">${name}</a>`
  return id === current
    ? markup`<a href="/read/c/${id}" aria-current="page">${name}</a>`
    : markup`<a href="/read/c/${id}">${name}</a>`
}

export interface SitePage extends Omit<PageDocument, 'navigation' | 'head'> {
  /** Path of the page, without its origin. */
  readonly path: string
  readonly description: string
  readonly keywords?: string
  /** Path or address of a picture. */
  readonly image?: string | null
  readonly kind?: 'article' | 'website'
  readonly head?: Markup
  readonly channels?: readonly SiteChannel[]
  /** The channel that is shown. */
  readonly current?: number
}

/** When an answer changes although nothing is committed: something is published or ends. */
export async function expiring(scope: Scope): Promise<{ readonly expires?: number }> {
  const expires = await nextChange(scope)
  return expires === undefined ? {} : { expires }
}

/** There is nothing now; it may be scheduled. */
export const absentPage = async (scope: Scope): Promise<PageAnswer> => ({ isAbsent: true, ...(await expiring(scope)) })

/** Signing in leads on to what members see. @param path the address in the application */
export const membersPage = async (scope: Scope, path: string): Promise<PageAnswer> => ({
  isForMembers: true,
  next: path,
  ...(await expiring(scope)),
})

/** The whole page. */
export async function pageAnswer(scope: Scope, page: SitePage): Promise<PageAnswer> {
  const { language, settings } = scope
  const { path, description, keywords = '', image, kind = 'website', head, channels, current, ...document } = page
  const address = absolute(scope, path)
  const picture = image ? (image.startsWith('/') ? absolute(scope, image) : image) : ''
  return {
    document: {
      ...document,
      navigation: waysOf(scope, channels ?? (await readChannels(scope, null)), current),
      head: markup`${description !== '' && markup`<meta name="description" content="${description}">\n`}${
        keywords !== '' && markup`<meta name="keywords" content="${keywords}">\n`
      }<link rel="canonical" href="${address}">
<link rel="alternate" type="application/rss+xml" title="${settings.siteName}" href="/rss.xml">
<meta property="og:site_name" content="${settings.siteName}">
<meta property="og:type" content="${kind}">
<meta property="og:title" content="${document.heading ?? document.title}">
<meta property="og:url" content="${address}">
${description !== '' && markup`<meta property="og:description" content="${description}">\n`}${
        picture !== '' && markup`<meta property="og:image" content="${picture}">\n`
      }<meta name="twitter:card" content="${picture === '' ? 'summary' : 'summary_large_image'}">
${head}`,
      footer: markup`${document.footer}<nav aria-label="${t(language, 'site.more')}">
<a href="/read">${t(language, 'site.home')}</a><a href="/rss.xml">RSS</a></nav>`,
    },
    ...(await expiring(scope)),
  }
}

const formatDay = ({ settings }: Pick<Scope, 'settings'>, seconds: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: settings.timeZone, dateStyle: 'short' }).format(seconds * 1000)

export const timeOf = (scope: Pick<Scope, 'settings'>, seconds: number): Markup =>
  markup`<time datetime="${new Date(seconds * 1000).toISOString()}">${formatDay(scope, seconds)}</time>`

/** A price as people read it: cents, or hundredths of points. */
export function priceText(
  { price, currency }: { readonly price: number | null; readonly currency: 'RMB' | 'integral' | null },
  language: Scope['language'],
): string {
  const amount = decimalText(BigInt(price ?? 0), 2)
  return currency === 'integral'
    ? t(language, 'unit.points', { amount: amount.replace(/\.00$/, '') })
    : t(language, 'unit.rmb', { amount })
}

/** Short facts beside each other; what there is nothing to say about is left out. */
export const factLine = (facts: readonly (Markup | string | false | null)[]): Markup =>
  markup`<p class="facts">${facts
    .filter((fact) => fact !== false && fact !== null)
    .map((fact) => markup`<span>${fact}</span>`)}</p>`

/** Texts by picture and title. */
export const tiles = (cards: readonly TextCard[]): Markup =>
  markup`<ul>${cards.map(
    ({ id, title, image }) =>
      markup`<li><a href="/read/${id}">${picture(image, 240, 160)}<span>${title}</span></a></li>`,
  )}</ul>`

/** A picture that only decorates. */
const picture = (address: string | null, width: number, height: number): Markup | false =>
  address !== null && markup`<img src="${address}" alt="" loading="lazy" width="${width}" height="${height}">`

/** Links as small boxes. */
export const chips = (links: readonly Markup[]): Markup | false =>
  links.length > 0 && markup`<p class="chips">${links}</p>`

/** A list of texts, or a sentence where there is none. */
export function cardList(
  scope: Scope,
  cards: readonly TextCard[],
  { snippets, isInSection = false }: CardListOptions = {},
): Markup {
  if (cards.length === 0) return markup`<p class="quiet">${t(scope.language, 'site.empty')}</p>`
  const items = cards.map((card) => cardItem(scope, card, isInSection, snippets?.get(card.id)))
  return markup`<ul class="cards">${items}</ul>`
}

interface CardListOptions {
  /** By id: the part of a text that is shown instead of its beginning. */
  readonly snippets?: ReadonlyMap<number, Markup>
  /** The list has a heading of its own, below that of the page. */
  readonly isInSection?: boolean
}

function cardItem(scope: Scope, card: TextCard, isInSection: boolean, snippet?: Markup): Markup {
  const { language } = scope
  const { id, title, isBold, isPinned, image, excerpt, channel, author, publishTime, price } = card
  const facts = [
    isPinned && markup`<strong>${t(language, 'site.pinned')}</strong>`,
    markup`<a href="/read/c/${channel.id}">${channel.name}</a>`,
    author && markup`<a href="/read/u/${author.id}">${author.name}</a>`,
    timeOf(scope, publishTime),
    card.comments > 0 && t(language, 'site.comments', { count: card.comments }),
    price > 0 && markup`<strong class="price">${priceText(card, language)}</strong>`,
  ]
  const classes = isBold ? 'name bold' : 'name'
  const link = markup`<a href="/read/${id}">${title}</a>`
  return markup`<li>
<div>${isInSection ? markup`<h3 class="${classes}">${link}</h3>` : markup`<h2 class="${classes}">${link}</h2>`}
${snippet ? markup`<p>${snippet}</p>` : excerpt !== '' && markup`<p>${excerpt}</p>`}
${factLine(facts)}</div>
${image !== null && markup`<a href="/read/${id}" tabindex="-1" aria-hidden="true">${picture(image, 168, 112)}</a>`}
</li>`
}

/** Ways to the pages before and after one of a list. */
export function pager(
  { language }: Pick<Scope, 'language'>,
  {
    page,
    total,
    address,
  }: { readonly page: number; readonly total: number; readonly address: (page: number) => string },
): Markup | false {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1) return false
  return markup`<nav class="pager" aria-label="${t(language, 'site.pages')}">
${page > 1 && markup`<a href="${address(page - 1)}" rel="prev">${t(language, 'site.newer')}</a>`}
<span>${t(language, 'site.page', { page, pages })}</span>
${page < pages && markup`<a href="${address(page + 1)}" rel="next">${t(language, 'site.older')}</a>`}
</nav>`
}

/** The page of a query; null when it is none. */
export function pageOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return 1
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
}

/** A whole number of a path; null when it is none. */
export const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

export function searchForm({ language }: Pick<Scope, 'language'>, value: string): Markup {
  const label = t(language, 'site.searchLabel')
  return markup`<form class="search" role="search" action="/read/search" method="get">
<input type="search" name="q" value="${value}" maxlength="60" aria-label="${label}" placeholder="${label}">
<button type="submit">${t(language, 'site.search')}</button>
</form>`
}

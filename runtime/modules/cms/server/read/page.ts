/** `GET /read/{id}`: a text without JavaScript. */
import { markup, type Markup, type PublicPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { isMembersText, readComments, readText, type ReadableText } from '../access.ts'
import { t } from '../i18n.ts'
import { isPublicSite } from '../settings.ts'
import { absentPage, absolute, factLine, membersPage, pageAnswer, priceText, tiles, timeOf } from '../site/frame.ts'
import { tagChips, trail } from '../site/lists.ts'
import { pathOf, readChannels, readTags } from '../site/places.ts'
import { siteStyle } from '../site/style.ts'
import { excerptOf, listIn, listTexts, neighborsOf, type TextCard, type TextFilter } from '../site/texts.ts'
import { idsIn, textDataOf, type TextRow } from '../content/text-fields.ts'
import { noteView } from '../views/buffer.ts'
import { readingMinutes } from '../../shared/reading.ts'
import { commentList } from './comments.ts'
import { renderText } from './render.ts'
import type { Reading, Scope } from '#generated/cms/server.ts'

const authorName = async (query: Reading, userId: number | null): Promise<string | null> =>
  userId === null
    ? null
    : ((await query.selectFrom('user').select('nickname').where('id', '=', userId).executeTakeFirst())?.nickname ??
      null)

const addressOf = /^(\d{1,15})(-.*)?$/

/** Further texts that a reader is offered. */
const relatedTexts = 4
/** Comments that the page shows; all of them are in the application. */
const shownComments = 50

export const readPage: PublicPage<Database> = {
  path: '/read/:id',
  label: { 'zh-cn': '阅读内容', en: 'Read a text' },
  style: siteStyle,
  isOpen: (settings) => isPublicSite({ settings }),
  async render({ scope, params }) {
    const [, digits, rest] = addressOf.exec(params['id'] ?? '') ?? []
    if (digits === undefined) return null
    const id = Number(digits)
    // Guard T15: the address of a text shows what the lists show.
    const readable = await readText(scope, id, null)
    if (!readable) return (await isMembersText(scope, id)) ? membersPage(scope, `/cms/info/${id}`) : absentPage(scope)
    if (rest !== undefined || String(id) !== digits) return { redirect: `/read/${id}` }
    const { row } = readable
    const author = await authorName(scope.database.query, row.user_id)
    const channels = await readChannels(scope, null)
    const image = listIn(row.images)[0] ?? null
    const description = excerptOf({ description: row.description, text: row.public_text })
    const { html, isLocked } = readable
    const layout = layoutOf(channels, row)
    const content = await renderText(scope, { data: textDataOf(row), html, isLocked, layout })
    return pageAnswer(scope, {
      path: `/read/${id}`,
      kind: 'article',
      title: row.seotitle || row.title,
      heading: row.title,
      description,
      keywords: row.keywords ?? '',
      image,
      head: articleHead(row, author),
      structuredData: articleFacts(scope, { row, author, description, image }),
      channels,
      current: row.channel_id,
      body: markup`<article class="text">
${trail(scope, pathOf(channels, row.channel_id))}
${factsOf(scope, row, author)}
${content}
${payWall(scope, readable)}
${downloadNote(scope, readable)}
${await tagsOf(scope, row)}
${actsOf(scope, row)}
${await around(scope, row)}
${await commentsOf(scope, row)}
</article>`,
    })
  },
  visited({ scope, params, visitor }) {
    const id = Number(addressOf.exec(params['id'] ?? '')?.[1])
    // The scope of any module; only the types of its tables differ.
    noteView(scope as unknown as Scope, id, { user: null, ...visitor })
  },
}

type Channels = Awaited<ReturnType<typeof readChannels>>

/** A text of several pictures shows them all where its channel is one of products. */
const layoutOf = (channels: Channels, row: TextRow): 'text' | 'gallery' =>
  row.model === 'products' || channels.find(({ id }) => id === row.channel_id)?.template === 'bigPicList'
    ? 'gallery'
    : 'text'

const articleHead = (row: TextRow, author: string | null): Markup =>
  markup`${
    row.publish_time !== null &&
    markup`<meta property="article:published_time" content="${new Date(row.publish_time * 1000).toISOString()}">\n`
  }${author !== null && markup`<meta name="author" content="${author}">\n`}`

function articleFacts(
  scope: Scope,
  {
    row,
    author,
    description,
    image,
  }: {
    readonly row: TextRow
    readonly author: string | null
    readonly description: string
    readonly image: string | null
  },
): Readonly<Record<string, unknown>> {
  const moment = (seconds: number | null) => (seconds === null ? undefined : new Date(seconds * 1000).toISOString())
  const isFree = row.price === 0
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: row.title,
    description,
    mainEntityOfPage: absolute(scope, `/read/${row.id}`),
    datePublished: moment(row.publish_time),
    dateModified: moment(Math.max(row.publish_time ?? 0, row.update_time ?? 0)),
    ...(image !== null && { image: image.startsWith('/') ? absolute(scope, image) : image }),
    author:
      author === null
        ? { '@type': 'Organization', name: scope.settings.siteName }
        : { '@type': 'Person', name: author, url: absolute(scope, `/read/u/${row.user_id}`) },
    publisher: { '@type': 'Organization', name: scope.settings.siteName },
    isAccessibleForFree: isFree,
    ...(!isFree && { hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' } }),
  }
}

function factsOf(scope: Scope, row: TextRow, author: string | null): Markup {
  const { language } = scope
  const facts = [
    author !== null && markup`<a href="/read/u/${row.user_id}" rel="author">${author}</a>`,
    row.publish_time !== null && timeOf(scope, row.publish_time),
    t(language, 'site.minutes', { count: readingMinutes(row.content_text ?? '') }),
    (row.views ?? 0) > 0 && t(language, 'site.views', { count: row.views ?? 0 }),
  ]
  return factLine(facts)
}

/** The way to the rest of a text. */
function payWall(scope: Scope, { row, isLocked }: ReadableText): Markup | false {
  if (!isLocked) return false
  const { language, payments } = scope
  return markup`<section class="paywall" aria-label="${t(language, 'site.paywall')}">
<p>${t(language, 'site.paywall')}</p>
<p class="sum">${priceText(row, language)}</p>
${
  payments
    ? markup`<p class="quiet">${t(language, 'site.paywallHelp', { count: row.sales ?? 0 })}</p>
<a class="button" href="/#/cms/info/${row.id}">${t(language, 'site.buy')}</a>`
    : markup`<p class="quiet">${t(language, 'paid.off')}</p>`
}
</section>`
}

const downloadNote = ({ language }: Scope, { row }: ReadableText): Markup | false => {
  const count = listIn(row.downloads).length
  return count > 0 && markup`<p><a href="/#/cms/info/${row.id}">${t(language, 'site.downloads', { count })}</a></p>`
}

async function tagsOf(scope: Scope, row: TextRow): Promise<Markup | false> {
  const tags = await readTags(scope, { among: idsIn(row.tags) })
  return tags.length > 0 && tagChips(tags)
}

/** Links to the application, where members like, save and share the text. */
function actsOf({ language }: Scope, row: TextRow): Markup {
  const path = `/#/cms/info/${row.id}`
  return markup`<p class="acts">
<a href="${path}">${t(language, 'site.like', { count: row.likes ?? 0 })}</a>
<a href="${path}">${t(language, 'site.collect', { count: row.collects ?? 0 })}</a>
<a href="${path}">${t(language, 'site.share')}</a>
</p>`
}

/** The texts before and after it in its channel, and those like it. */
async function around(scope: Scope, row: TextRow): Promise<Markup | false> {
  const { language } = scope
  const { before, after } = await neighborsOf(scope, null, { id: row.id, channelId: row.channel_id })
  const related = await relatedTo(scope, null, row)
  const link = (label: string, card: TextCard | null): Markup | false =>
    card !== null && markup`<a href="/read/${card.id}"><small>${label}</small>${card.title}</a>`
  const links = [link(t(language, 'site.previous'), before), link(t(language, 'site.next'), after)]
  const isAlone = before === null && after === null
  return markup`${!isAlone && markup`<nav class="around" aria-label="${t(language, 'site.around')}">${links}</nav>`}
${
  related.length > 0 &&
  markup`<section class="tiles"><h2>${t(language, 'site.related')}</h2>${tiles(related)}</section>`
}`
}

/** Texts with its first tag, else of its channel: the most read first. */
export async function relatedTo(
  scope: Scope,
  viewer: { readonly id: number } | null,
  row: Pick<TextRow, 'id' | 'tags' | 'channel_id'>,
): Promise<readonly TextCard[]> {
  const [tag] = idsIn(row.tags)
  const others = async (filter: TextFilter): Promise<readonly TextCard[]> => {
    // One more than is shown: the text itself may be among them.
    const cards = await listTexts(scope, viewer, filter, { limit: relatedTexts + 1, order: 'views' })
    return cards.filter(({ id }) => id !== row.id).slice(0, relatedTexts)
  }
  const byTag = tag === undefined ? [] : await others({ tag })
  return byTag.length > 0 ? byTag : others({ channels: [row.channel_id] })
}

async function commentsOf(scope: Scope, row: TextRow): Promise<Markup> {
  const { language } = scope
  const comments = await readComments(scope, row.id, null, shownComments)
  const isClosed = row.allow_comment_groups === 'disable'
  return markup`<section><h2>${t(language, 'site.comments', { count: row.comments ?? 0 })}</h2>
${await commentList(scope, comments)}
${
  isClosed
    ? markup`<p class="quiet">${t(language, 'comment.closed')}</p>`
    : markup`<p><a href="/#/cms/info/${row.id}">${t(language, 'site.writeComment')}</a></p>`
}</section>`
}

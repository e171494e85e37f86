/** Files for search engines and readers of feeds. */
import { markup, type Markup, type PublicPage } from 'tablewright/server'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '#generated/database.ts'
import { visibleTexts } from '../access.ts'
import { homeTexts, isPublicSite } from '../settings.ts'
import { absolute, expiring, idOf } from './frame.ts'
import { readChannels, readTags } from './places.ts'
import { countTexts, listTexts } from './texts.ts'
import type { Scope } from '#generated/cms/server.ts'

const isOpen: PublicPage<Database>['isOpen'] = (settings) => isPublicSite({ settings })

/** Addresses in one file, as the format allows. */
const maxAddresses = 50_000
/** Texts of the feed. */
const feedTexts = 50

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const address = (scope: Scope, path: string, changeTime?: number | null): Markup =>
  markup`<url><loc>${absolute(scope, path)}</loc>${
    changeTime !== undefined && changeTime !== null && markup`<lastmod>${dayOf(changeTime)}</lastmod>`
  }</url>\n`

/**
 * `/sitemap.xml`: all texts, channels and tags; with more than 50 000 addresses a list of such files.
 * @param perFile addresses in one file
 */
export const createSitemap = (perFile = maxAddresses): PublicPage<Database> => ({
  path: '/sitemap.xml',
  label: { 'zh-cn': '站点地图', en: 'Map of the site' },
  query: ['part'],
  isOpen,
  async render({ scope, query }) {
    const total = await countTexts(scope, null)
    const parts = Math.max(1, Math.ceil(total / perFile))
    const part = query['part'] === undefined ? null : idOf(query['part'])
    if (query['part'] !== undefined && (part === null || part > parts)) return null
    const files = Array.from(
      { length: parts },
      (_, index) => markup`<sitemap><loc>${absolute(scope, `/sitemap.xml?part=${index + 1}`)}</loc></sitemap>\n`,
    )
    if (part === null && parts > 1)
      return {
        xml: markup`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${files}</sitemapindex>\n`,
        ...(await expiring(scope)),
      }
    const rows = await scope.database.query
      .selectFrom('cms_content as c')
      .select(['c.id', 'c.update_time', 'c.publish_time'])
      // Guard T15: search engines learn of what guests see.
      // Without: .where('c.id', '>', 0)
      .where(sql<SqlBool>`${visibleTexts(scope, null).condition('c')}`)
      .orderBy('c.id')
      .limit(perFile)
      .offset(((part ?? 1) - 1) * perFile)
      .execute()
    const texts = rows.map((row) =>
      address(scope, `/read/${row.id}`, Math.max(row.update_time ?? 0, row.publish_time ?? 0)),
    )
    const isFirst = (part ?? 1) === 1
    const places = isFirst
      ? [
          address(scope, '/read'),
          ...(await readChannels(scope, null)).flatMap(({ id, type }) =>
            type === 'link' ? [] : [address(scope, `/read/c/${id}`)],
          ),
          ...(await readTags(scope)).filter(({ count }) => count > 0).map(({ id }) => address(scope, `/read/t/${id}`)),
        ]
      : []
    return {
      xml: markup`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places}${texts}</urlset>\n`,
      ...(await expiring(scope)),
    }
  },
})

export const feedPage: PublicPage<Database> = {
  path: '/rss.xml',
  label: { 'zh-cn': 'RSS 订阅', en: 'RSS feed' },
  isOpen,
  async render({ scope }) {
    const { settings, language } = scope
    const cards = await listTexts(scope, null, {}, { limit: feedTexts, order: 'newest' })
    const items = cards.map(
      ({ id, title, excerpt, publishTime, channel, author }) => markup`<item>
<title>${title}</title>
<link>${absolute(scope, `/read/${id}`)}</link>
<guid isPermaLink="${settings.siteUrl === '' ? 'false' : 'true'}">${absolute(scope, `/read/${id}`)}</guid>
<pubDate>${new Date(publishTime * 1000).toUTCString()}</pubDate>
<category>${channel.name}</category>
${author && markup`<dc:creator>${author.name}</dc:creator>\n`}<description>${excerpt}</description>
</item>\n`,
    )
    const { title, description } = homeTexts(scope)
    return {
      type: 'application/rss+xml',
      xml: markup`<rss version="2.0"
 xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${title || settings.siteName}</title>
<link>${absolute(scope, '/read')}</link>
<atom:link rel="self" type="application/rss+xml" href="${absolute(scope, '/rss.xml')}"/>
<description>${description || settings.siteName}</description>
<language>${language === 'en' ? 'en' : 'zh-cn'}</language>
${items}</channel>
</rss>\n`,
      ...(await expiring(scope)),
    }
  },
}

/** Always there: a site that is closed says so. */
export const robotsPage: PublicPage<Database> = {
  path: '/robots.txt',
  label: { 'zh-cn': '爬虫规则', en: 'Rules for robots' },
  async render({ scope }) {
    if (!isPublicSite(scope)) return { text: 'User-agent: *\nDisallow: /\n' }
    const map = scope.settings.siteUrl === '' ? '' : `Sitemap: ${absolute(scope, '/sitemap.xml')}\n`
    return { text: `User-agent: *\nDisallow: /admin/\nDisallow: /api/\nDisallow: /read/search\n${map}` }
  },
}

/** The other parts of the site: channels, tags, authors, blocks, links and words, as visitors see them. */
import { publicRows } from 'tablewright/server'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import type { Viewer } from '../access.ts'
import { forGuests } from './guests.ts'
import { countTexts } from './texts.ts'
import type { Scope } from '#generated/cms/server.ts'

export interface SiteChannel {
  readonly id: number
  /** 0 = at the top. */
  readonly pid: number
  readonly name: string
  readonly type: 'list' | 'cover' | 'link'
  readonly model: 'news' | 'products' | 'downloads'
  readonly template: string
  readonly url: string
  readonly isRecommended: boolean
  readonly takesContributions: boolean
  readonly title: string
  readonly description: string
  readonly keywords: string
}

const maxChannels = 1000
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The channels that the viewer may enter, in the order of their ranks. */
export const readChannels = (scope: Scope, viewer: Viewer): Promise<readonly SiteChannel[]> =>
  forGuests(scope, viewer, 'channels', () => channelsOf(scope, viewer))

async function channelsOf(scope: Scope, viewer: Viewer): Promise<readonly SiteChannel[]> {
  const rows = await publicRows<CmsServerParts, 'cms/channel'>(scope, 'cms/channel', viewer).find({
    order: { field: 'weigh', direction: 'desc' },
    limit: maxChannels,
  })
  return rows.map((row) => ({
    id: Number(row.id),
    pid: Number(row.pid ?? 0),
    name: text(row.name),
    type: row.type === 'cover' || row.type === 'link' ? row.type : 'list',
    model: row.model === 'products' || row.model === 'downloads' ? row.model : 'news',
    template: text(row.list_template),
    url: text(row.url),
    isRecommended: Number(row.index_rec) === 1,
    takesContributions: Number(row.frontend_contribute) === 1,
    title: text(row.seotitle),
    description: text(row.description),
    keywords: text(row.keywords),
  }))
}

/** A channel, and those below it. */
export function channelsBelow(channels: readonly SiteChannel[], root: number): readonly number[] {
  const ids = [root]
  for (const id of ids)
    ids.push(...channels.filter(({ pid, id: own }) => pid === id && !ids.includes(own)).map((c) => c.id))
  return ids
}

/** The way to a channel from the top. */
export function pathOf(channels: readonly SiteChannel[], id: number): readonly SiteChannel[] {
  const channel = channels.find((candidate) => candidate.id === id)
  if (!channel) return []
  return channel.pid === 0 || channel.pid === id
    ? [channel]
    : [
        ...pathOf(
          channels.filter((other) => other !== channel),
          channel.pid,
        ),
        channel,
      ]
}

export interface SiteTag {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly count: number
  readonly title: string
  readonly description: string
  readonly keywords: string
}

/** Tags that are on, those of most texts first. @param among absent = all */
export async function readTags(
  scope: Scope,
  { among, limit = 100, quickSearch = '' }: { among?: readonly number[]; limit?: number; quickSearch?: string } = {},
): Promise<readonly SiteTag[]> {
  if (among?.length === 0) return []
  const rows = await publicRows<CmsServerParts, 'cms/tags'>(scope, 'cms/tags', null).find({
    ...(among && { where: { id: among } }),
    order: { field: 'document_count', direction: 'desc' },
    limit,
    quickSearch,
  })
  return rows.map((row) => ({
    id: Number(row.id),
    name: text(row.name),
    type: text(row.type) || 'default',
    count: Number(row.document_count ?? 0),
    title: text(row.seotitle),
    description: text(row.description),
    keywords: text(row.keywords),
  }))
}

export interface SiteAuthor {
  readonly id: number
  readonly name: string
  readonly avatar: string
  readonly motto: string
  /** Texts that the viewer sees. */
  readonly count: number
}

/** A member who has written a text that the viewer sees; null of all others, who are not named to anybody. */
export async function readAuthor(scope: Scope, viewer: Viewer, id: number): Promise<SiteAuthor | null> {
  // Guard T15: a member without a visible text is nobody to visitors.
  const count = await countTexts(scope, viewer, { user: id })
  if (count === 0) return null
  const row = await scope.database.query
    .selectFrom('user')
    .select(['nickname', 'avatar', 'motto'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id, name: row.nickname ?? '', avatar: row.avatar ?? '', motto: row.motto ?? '', count } : null
}

export interface SiteBlock {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly type: 'carousel' | 'image' | 'rich_text'
  readonly image: string
  readonly link: string
  readonly target: '_self' | '_blank'
  readonly html: string
  /** It is shown to its editor alone. */
  readonly isDraft?: boolean
}

/** The blocks of these places that are shown now. */
export async function readBlocks(scope: Scope, names: readonly string[]): Promise<readonly SiteBlock[]> {
  const rows = await publicRows<CmsServerParts, 'cms/block'>(scope, 'cms/block', null).find({
    where: { name: names },
    order: { field: 'weigh', direction: 'desc' },
  })
  return rows.map((row) => ({
    id: Number(row.id),
    name: text(row.name),
    title: text(row.title),
    type: row.type === 'carousel' || row.type === 'rich_text' ? row.type : 'image',
    image: text(row.image),
    link: text(row.link),
    target: row.target === '_blank' ? '_blank' : '_self',
    html: text(row.rich_text),
  }))
}

export interface SiteLink {
  readonly id: number
  readonly title: string
  readonly link: string
  readonly logo: string
}

export async function readFriendlyLinks(scope: Scope): Promise<readonly SiteLink[]> {
  const rows = await publicRows<CmsServerParts, 'cms/friendly_link'>(scope, 'cms/friendly_link', null).find({
    order: { field: 'weigh', direction: 'desc' },
  })
  return rows.map((row) => ({ id: Number(row.id), title: text(row.title), link: text(row.link), logo: text(row.logo) }))
}

/** Words that editors have marked, in the order of their ranks. */
export async function readHotWords(scope: Scope): Promise<readonly string[]> {
  const rows = await publicRows<CmsServerParts, 'cms/search_log'>(scope, 'cms/search_log', null).find({
    order: { field: 'weigh', direction: 'desc' },
    limit: 10,
  })
  return rows.map((row) => text(row.search))
}

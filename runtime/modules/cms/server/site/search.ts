/** Search in texts, for visitors: the best first, with the words in their surroundings. */
import { trimText } from 'tablewright/protocol'
import { markup, type Markup, type PublicPage } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { visibleTexts, type Viewer } from '../access.ts'
import { t } from '../i18n.ts'
import { isPublicSite } from '../settings.ts'
import { cardList, chips, pageAnswer, pageOf, pager, pageSize, searchForm } from './frame.ts'
import { readHotWords } from './places.ts'
import { siteStyle } from './style.ts'
import { readCards, type TextCard } from './texts.ts'
import { noteSearch } from '../views/buffer.ts'
import { maxWords } from '../views/searches.ts'
import type { Scope } from '#generated/cms/server.ts'

/** A piece of a text: a word that was searched for, or what is between. */
interface Piece {
  readonly text: string
  readonly isMatch: boolean
}

export interface SearchResult {
  readonly cards: readonly TextCard[]
  readonly total: number
  /** By id: the part of the text with the words. */
  readonly snippets: ReadonlyMap<number, readonly Piece[]>
}

/** Texts that the viewer sees and that have all of the words in title, keywords or the part that everybody reads. */
export async function searchTexts(
  scope: Scope,
  viewer: Viewer,
  words: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<SearchResult> {
  const text = trimText(words).slice(0, maxWords)
  if (text === '') return { cards: [], total: 0, snippets: new Map() }
  const { hits, total } = await visibleTexts(scope, viewer).search({ text, time: 'publish_time', limit, offset })
  const ids = hits.map(({ row }) => Number(row['id']))
  return {
    cards: await readCards(scope, ids),
    total,
    snippets: new Map(
      hits.flatMap(({ row, snippets }) => {
        const pieces = snippets['public_text']
        return pieces ? [[Number(row['id']), pieces] as const] : []
      }),
    ),
  }
}

export const searchPage: PublicPage<Database> = {
  path: '/read/search',
  label: { 'zh-cn': '搜索', en: 'Search' },
  query: ['q', 'page'],
  style: siteStyle,
  isOpen: (settings) => isPublicSite({ settings }),
  visited({ scope, query, visitor }) {
    if ((query['page'] ?? '1') !== '1') return
    // The scope of any module; only the types of its tables differ.
    noteSearch(scope as unknown as Scope, query['q'] ?? '', { user: null, agent: visitor.agent })
  },
  async render({ scope, query }) {
    const page = pageOf(query['page'])
    if (page === null) return null
    const { language } = scope
    const words = trimText(query['q'] ?? '').slice(0, maxWords)
    const { cards, total, snippets } = await searchTexts(scope, null, words, {
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const markedSnippets = new Map([...snippets].map(([id, pieces]) => [id, marked(pieces)]))
    const hot = words === '' ? await readHotWords(scope) : []
    const address = (number: number): string =>
      `/read/search?${new URLSearchParams({ q: words, ...(number > 1 && { page: String(number) }) }).toString()}`
    return pageAnswer(scope, {
      path: words === '' ? '/read/search' : address(page),
      title: words === '' ? t(language, 'site.search') : t(language, 'site.searchTitle', { words }),
      description: '',
      isHidden: words !== '',
      body: markup`<div class="list">${searchForm(scope, words)}
${chips(hot.map((word) => markup`<a href="/read/search?q=${encodeURIComponent(word)}">${word}</a>`))}
${words !== '' && markup`<p class="quiet" role="status">${t(language, 'site.matches', { count: total })}</p>`}
${words !== '' && cardList(scope, cards, { snippets: markedSnippets })}
${pager(scope, { page, total, address })}</div>`,
    })
  },
}

const marked = (pieces: readonly Piece[]): Markup =>
  markup`${pieces.map(({ text, isMatch }) => (isMatch ? markup`<mark>${text}</mark>` : text))}`

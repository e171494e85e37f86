/** The one renderer of a text: the public page and the preview of editors show what it makes. */
import { pictureOrigins, markup, richText, type Markup } from 'tablewright/server'
import { escapeText } from 'tablewright/protocol'
import { t } from '../i18n.ts'
import { splitText, type TextData } from '../content/text-fields.ts'
import type { Scope } from '#generated/cms/server.ts'

export interface RenderedText {
  readonly data: TextData
  /** HTML as far as the viewer reads it. */
  readonly html: string
  /** A part of it is kept back. */
  readonly isLocked: boolean
  /** Shows all its pictures, not the first alone. */
  readonly layout?: 'text' | 'gallery'
}

/** A tag whose name becomes a link where a text contains it. */
export interface InnerLink {
  readonly id: number
  readonly name: string
}

/** The tags that link, the longest name first, so that a part of a name is not taken for a shorter one. */
export const readInnerLinks = async ({ database }: Scope): Promise<readonly InnerLink[]> =>
  (
    await database.query
      .selectFrom('cms_tags')
      .select(['id', 'name'])
      .where('inner_chain', '=', 1)
      .where('status', '=', 1)
      .execute()
  ).toSorted((left, right) => right.name.length - left.name.length || left.id - right.id)

/**
 * Links the first place of each name, outside of links, headings and code. The HTML is in the one form that the
 * sanitiser writes, so that tags and texts can be told apart without a parser.
 */
export function linkTags(html: string, links: readonly InnerLink[]): string {
  const open = new Set(links)
  const closed = /^<(\/?)(a|h[1-6]|code|pre)(?: [^>]*)?>$/
  let depth = 0
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (part.startsWith('<')) {
        const match = closed.exec(part)
        if (match) depth += match[1] === '/' ? -1 : 1
        return part
      }
      return depth > 0 ? part : linkPart(part, open)
    })
    .join('')
}

function linkPart(text: string, open: Set<InnerLink>): string {
  for (const link of open) {
    const name = escapeText(link.name)
    const start = text.indexOf(name)
    if (start < 0) continue
    open.delete(link)
    const end = start + name.length
    const [before, after] = [linkPart(text.slice(0, start), open), linkPart(text.slice(end), open)]
    return `${before}<a href="/read/t/${link.id}">${name}</a>${after}`
  }
  return text
}

/** The body of the page, below its title. */
export async function renderText(
  scope: Scope,
  { data, html, isLocked, layout = 'text' }: RenderedText,
): Promise<Markup> {
  const { language, settings } = scope
  const links = await readInnerLinks(scope)
  // The column holds a list of addresses.
  const pictures = (JSON.parse(data.images ?? '[]') as readonly string[]).slice(0, layout === 'text' ? 1 : undefined)
  const images = pictures.map((address) => markup`<img src="${address}" alt="">`)
  const body = richText(linkTags(html, links), pictureOrigins(settings))
  const visit = t(language, 'site.visit')
  return markup`${images.length > 0 && markup`<figure class="${images.length > 1 ? 'gallery' : ''}">${images}</figure>`}
<div class="${isLocked && html !== '' ? 'body fades' : 'body'}">${body}</div>
${
  data.url !== null &&
  data.url !== '' &&
  markup`<p><a class="button" href="${data.url}" rel="nofollow noopener noreferrer">${visit}</a></p>`
}
${data.source_title !== null && data.source_title !== '' && source(data, language)}`
}

const source = ({ source_title: name, source_url: url }: TextData, language: Scope['language']): Markup => {
  const label = t(language, 'read.source', { name: name ?? '' })
  return url === null || url === ''
    ? markup`<p><small>${label}</small></p>`
    : markup`<p><small><a href="${url}" rel="nofollow noopener">${label}</a></small></p>`
}

/** The text as its editors see it: all of it, with the mark of the paid part as a line. */
export function editorHtml(data: TextData): string {
  const { open, paid } = splitText(data)
  return paid === null ? open : `${open}<hr>${paid}`
}

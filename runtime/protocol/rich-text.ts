/**
 * Rich text as the server stores it. Its sanitiser writes one form: lower-case tags, attributes in double quotes, and
 * `<`, `>` and `&` of texts as entities, so that these functions need no parser. Of other HTML they promise nothing.
 */

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

const decode = (text: string): string => text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)

/** Text between tags, in the one form. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Tags that begin or end a line of the text. */
const lineTag =
  /<(?:br|hr|\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|div|figure|figcaption|table|caption|tr|video|audio)(?: [^>]*)?)>/g

/** The text that people read, one line for each block, with the alternative texts of pictures. */
export function plainText(html: string): string {
  const lines = html
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(lineTag, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    // The log cuts long texts, also within a tag.
    .replace(/<[^>]*(?:>|$)/g, '')
  return decode(lines)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

/** Plain text as paragraphs. */
export const htmlOfText = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${line === '' ? '<br>' : escapeText(line)}</p>`)
    .join('')

/** The plain text of what only paragraphs and line breaks structure; null when it has formats, links or pictures. */
export function textOfHtml(html: string): string | null {
  const lines = html
    .replace(/<br><\/(p|div)>/g, '</$1>')
    .replace(/<br>|<\/(?:p|div)>/g, '\n')
    .replace(/<(?:p|div)>/g, '')
  return lines.includes('<') ? null : decode(lines.replace(/\n$/, ''))
}

/** Addresses that the text refers to: of its pictures, recordings and links. */
export function addressesInHtml(html: string): readonly string[] {
  const tags = html.match(/<(?:a|img|video|audio) [^>]*>/g) ?? []
  const values = tags.flatMap((tag) => [...tag.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, value = '']) => value))
  return [...new Set(values.map(decode))]
}

/** Signs of scripts without spaces between words: each counts, as in word processors. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** Words of a text; every Chinese or Japanese character counts as one. */
export function countWords(text: string): number {
  const words = text.replace(ideographs, ' ').match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu) ?? []
  return words.length + (text.match(ideographs)?.length ?? 0)
}

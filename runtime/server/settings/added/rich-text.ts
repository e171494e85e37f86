/**
 * HTML that an administrator wrote, reduced to what a text needs. It is read as browsers read it (parse5) and written
 * anew from what is allowed: nothing of the original markup is kept, so that nothing can be read in another way later.
 * sanitize-html (2.18) was compared: it reads by htmlparser2, which differs from browsers where markup is broken, and
 * would replace thirty lines here; the rules of links and pictures, and the one form of what is written, which is read
 * again below, would stay. DOMPurify needs a document, which a server has not.
 */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { isSafeText, trimText } from '../../../protocol/index.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const tags: ReadonlySet<string> = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s sub sup ul ol li blockquote pre code a img div span ' +
    'table caption thead tbody tfoot tr th td'
  ).split(' '),
)
const emptyTags: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** What is in these is no text. Other unknown elements are replaced by what they contain. */
const dropped: ReadonlySet<string> = new Set(
  (
    'script style template noscript noembed noframes iframe frame frameset object embed applet svg math title ' +
    'textarea select option xmp plaintext audio video canvas head meta link base dialog'
  ).split(' '),
)

/** Deeper ones are left out: browsers nest no text this far. */
const maxDepth = 60

/** Where the pictures of a text may come from, besides the paths of uploaded files. */
export interface PictureOrigins {
  /** Origin of the site, "" while it is not known: its addresses become paths. */
  readonly site: string
  /** Origins of the store that uploads are sent to. */
  readonly stores: readonly string[]
}

/**
 * The allowed part of the text. Pictures are uploaded files: those of other sites would tell who reads the text.
 * @returns "" when nothing is left that can be seen
 */
export function cleanHtml(html: string, pictures: PictureOrigins): string {
  if (!isSafeText(html)) return ''
  const cleaned = writeNodes(parseFragment(html).childNodes, { pictures, depth: 0 })
  return isVisible(cleaned) ? cleaned : ''
}

/** Addresses of the pictures in a text that `cleanHtml` has written. */
export const picturesIn = (cleaned: string): readonly string[] =>
  [...cleaned.matchAll(/<img src="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))

const isVisible = (cleaned: string): boolean =>
  /<(?:img|hr|table)[ >]/.test(cleaned) || /[^\s\u00a0]/.test(cleaned.replace(/<[^>]*>/g, ''))

/** Plain text as paragraphs. */
export const htmlOfText = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${line === '' ? '<br>' : escape(line, /[&<>]/g)}</p>`)
    .join('')

/** The plain text of what `cleanHtml` has written; null when it has formats, links or pictures. */
export function textOfHtml(cleaned: string): string | null {
  const lines = cleaned
    .replace(/<br><\/(p|div)>/g, '</$1>')
    .replace(/<br>|<\/(?:p|div)>/g, '\n')
    .replace(/<(?:p|div)>/g, '')
  if (lines.includes('<')) return null
  return lines
    .replace(/\n$/, '')
    .replace(
      /&(amp|lt|gt|quot);/g,
      (entity) => Object.entries(escapes).find(([, one]) => one === entity)?.[0] ?? entity,
    )
}

interface Place {
  readonly pictures: PictureOrigins
  readonly depth: number
}

const writeNodes = (nodes: readonly Node[], place: Place): string =>
  nodes.map((node) => writeNode(node, place)).join('')

function writeNode(node: Node, { pictures, depth }: Place): string {
  if (node.nodeName === '#text') return escape((node as DefaultTreeAdapterTypes.TextNode).value, /[&<>]/g)
  if (!('tagName' in node)) return ''
  const { tagName } = node
  if (
    // Guard T56: what is dropped of rich text is dropped with its content.
    dropped.has(tagName) ||
    depth > maxDepth
  )
    return ''
  const inner = (): string => writeNodes(node.childNodes, { pictures, depth: depth + 1 })
  if (!tags.has(tagName)) return inner()
  const attributes = attributesOf(node, pictures)
  if (tagName === 'img' && !attributes.includes(' src=')) return ''
  return emptyTags.has(tagName) ? `<${tagName}${attributes}>` : `<${tagName}${attributes}>${inner()}</${tagName}>`
}

function attributesOf({ tagName, attrs }: Element, pictures: PictureOrigins): string {
  const value = (name: string): string => attrs.find((one) => one.name === name)?.value ?? ''
  const write = (name: string, text: string): string => ` ${name}="${escape(text)}"`
  if (
    tagName === 'a' &&
    // Guard T56: links of rich text run nothing.
    isLink(value('href'))
  ) {
    const opens = value('target') === '_blank' ? write('target', '_blank') : ''
    return `${write('href', value('href'))}${opens} rel="noopener noreferrer"`
  }
  if (tagName === 'img') {
    const address = pictureAddress(value('src').trim(), pictures)
    return address === null
      ? ''
      : write('src', address) + write('alt', [...trimText(value('alt'))].slice(0, maxAlt).join(''))
  }
  if (tagName === 'td' || tagName === 'th')
    return (['colspan', 'rowspan'] as const)
      .filter((name) => /^[1-9]\d?$/.test(value(name)))
      .map((name) => write(name, value(name)))
      .join('')
  return ''
}

/** Other addresses run code or lead out of the site unseen. */
const isLink = (href: string): boolean => /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))[^\s\\]*$/i.test(href)

/** Longest text of a picture, in characters. */
const maxAlt = 200

/** What of an address is stored; null when it is not that of an uploaded file. */
function pictureAddress(src: string, { site, stores }: PictureOrigins): string | null {
  // Clients that show files from another host leave the protocol out.
  const whole = src.startsWith('//') ? `https:${src}` : src
  const isAt = (origin: string): boolean =>
    origin !== '' && whole.replace(/^http:/, 'https:').startsWith(`${origin.replace(/^http:/, 'https:')}/`)
  const path = isAt(site) ? whole.replace(/^https?:\/\/[^/]+/, '') : whole
  const base = 'https://own.invalid'
  if (!/^(?:\/(?![/\\])|https?:\/\/)[^\s\\]*$/.test(path) || !URL.canParse(path, base)) return null
  const { origin, pathname, href } = new URL(path, base)
  // Guard T56: a picture of rich text asks nothing else of this site.
  // Without: if (origin === base) return pathname
  if (origin === base) return /^\/(?:storage|cloud)\/./.test(pathname) ? pathname : null
  // Guard T56: pictures of rich text are uploaded files.
  // Without: return href
  return stores.some(isAt) ? href : null
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string, marks = /[&<>"]/g): string => text.replace(marks, (one) => escapes[one] ?? one)

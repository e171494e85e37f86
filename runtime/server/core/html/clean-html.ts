/**
 * HTML that somebody wrote, reduced to what a text needs. It is read as browsers read it (parse5) and written anew from
 * what is allowed: nothing of the original markup is kept, so that nothing can be read in another way later. What it
 * writes is the one form of rich text that `protocol/rich-text.ts` reads, and it leaves its own results unchanged.
 * sanitize-html (2.18) was compared: it reads by htmlparser2, which differs from browsers where markup is broken, and
 * would replace thirty lines here; the rules of links and pictures, and the one form of what is written, would stay.
 * DOMPurify needs a document, which a server has not.
 */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { isSafeText, trimText } from '../../../protocol/index.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const tags: ReadonlySet<string> = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s sub sup ul ol li blockquote pre code a img div ' +
    'figure figcaption video audio table caption thead tbody tfoot tr th td'
  ).split(' '),
)
const emptyTags: ReadonlySet<string> = new Set(['br', 'hr', 'img'])
/** Shown from an address; what is in them is for browsers that cannot. */
const mediaTags: ReadonlySet<string> = new Set(['img', 'video', 'audio'])
/** Blocks whose lines can be aligned. */
const alignedTags: ReadonlySet<string> = new Set('p h1 h2 h3 h4 h5 h6 div figure th td'.split(' '))

/** Elements that mean the same as another one. */
const aliases: Readonly<Record<string, string>> = {
  del: 's',
  strike: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
}

/** The content of these is no text. Other unknown elements are replaced by what they contain. */
const dropped: ReadonlySet<string> = new Set(
  (
    'script style template noscript noembed noframes iframe frame frameset object embed applet svg math title ' +
    'textarea select option xmp plaintext canvas head meta link base dialog'
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
  let cleaned = html
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = cleaned
    cleaned = writeNodes(parseFragment(before).childNodes, { pictures, depth: 0 })
    if (cleaned === before) break
  }
  return isVisible(cleaned) ? cleaned : ''
}

/**
 * Where an element was left out around others, browsers may read the rest as another tree, `<p><p>` for example. It is
 * read until it stays the same, so that what is saved untouched is stored unchanged.
 */
const maxPasses = 5

const isVisible = (cleaned: string): boolean =>
  /<(?:img|hr|table|video|audio)[ >]/.test(cleaned) || /[^\s\u00a0]/.test(cleaned.replace(/<[^>]*>/g, ''))

interface Place {
  readonly pictures: PictureOrigins
  readonly depth: number
}

const writeNodes = (nodes: readonly Node[], place: Place): string =>
  nodes.map((node) => writeNode(node, place)).join('')

function writeNode(node: Node, { pictures, depth }: Place): string {
  if (node.nodeName === '#text') return escape((node as DefaultTreeAdapterTypes.TextNode).value, /[&<>]/g)
  if (!('tagName' in node)) return ''
  const tagName = aliases[node.tagName] ?? node.tagName
  if (
    // Guard T56: what is dropped of rich text is dropped with its content.
    dropped.has(tagName) ||
    depth > maxDepth
  )
    return ''
  const inner = (): string => writeNodes(node.childNodes, { pictures, depth: depth + 1 })
  if (!tags.has(tagName)) return inner()
  const attributes = attributesOf(node, pictures)
  if (mediaTags.has(tagName) && !attributes.startsWith(' src=')) return ''
  if (emptyTags.has(tagName)) return `<${tagName}${attributes}>`
  const content = mediaTags.has(tagName) ? '' : inner()
  // Browsers leave out a line break directly after the tag.
  const lineBreak = tagName === 'pre' && content.startsWith('\n') ? '\n' : ''
  if (tagName === 'figcaption' && content === '') return ''
  return `<${tagName}${attributes}>${lineBreak}${content}</${tagName}>`
}

const write = (name: string, value: string | null): string => (value === null ? '' : ` ${name}="${escape(value)}"`)

function attributesOf({ tagName, attrs }: Element, pictures: PictureOrigins): string {
  const value = (name: string): string => attrs.find((attribute) => attribute.name === name)?.value ?? ''
  const writeMatch = (name: string, shape: RegExp): string => write(name, shape.exec(value(name))?.[0] ?? null)
  if (alignedTags.has(tagName)) {
    const spans =
      tagName === 'td' || tagName === 'th' ? writeMatch('colspan', cellSpan) + writeMatch('rowspan', cellSpan) : ''
    return spans + write('class', alignmentOf(value))
  }
  switch (tagName) {
    case 'a':
      // Guard T56: links of rich text run nothing.
      // Without: return write('href', value('href'))
      if (!isLink(value('href'))) return ''
      return `${write('href', value('href'))}${writeMatch('target', /^_blank$/)} rel="noopener noreferrer"`
    case 'img': {
      const alt = [...trimText(value('alt'))].slice(0, maxAlt).join('')
      return (
        write('src', fileAddress(value('src').trim(), pictures)) +
        write('alt', alt) +
        writeMatch('width', pixels) +
        writeMatch('height', pixels)
      )
    }
    case 'video':
    case 'audio':
      return `${write('src', fileAddress(value('src').trim(), pictures))} controls="" preload="metadata"`
    case 'ol':
      return writeMatch('start', /^(?:0|[2-9]|[1-9]\d{1,4})$/)
    case 'code':
      return writeMatch('class', /^language-[a-z0-9+#-]{1,20}$/)
    default:
      return ''
  }
}

/** More than one column or row. */
const cellSpan = /^(?:[2-9]|[1-9]\d)$/
const pixels = /^[1-9]\d{0,3}$/

/** The class of the alignment that a block has by its class, its style, or as word processors write it. */
function alignmentOf(value: (name: string) => string): string | null {
  const styled = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(value('style'))?.[1] ?? value('align')
  const name = /^align-(\w+)$/.exec(value('class'))?.[1] ?? styled.toLowerCase()
  return /^(?:center|right|justify)$/.test(name) ? `align-${name}` : null
}

/** Other addresses run code or lead out of the site unseen. */
const isLink = (href: string): boolean => /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))[^\s\\]*$/i.test(href)

/** Longest text of a picture, in characters. */
const maxAlt = 200

/** The part of an address that is stored; null when it is not that of an uploaded file. */
function fileAddress(src: string, { site, stores }: PictureOrigins): string | null {
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
const escape = (text: string, marks = /[&<>"]/g): string => text.replace(marks, (mark) => escapes[mark] ?? mark)

/**
 * HTML that an administrator wrote, reduced to what a text needs. It is read as browsers read it (parse5) and written
 * anew from what is allowed: nothing of the original markup is kept, so that nothing can be read in another way later.
 */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { isSafeText, kinds, type FieldModel } from '../../../protocol/index.ts'

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

/** The allowed part of the text. @returns "" when nothing is left that can be seen */
export function cleanHtml(html: string): string {
  if (!isSafeText(html)) return ''
  const cleaned = writeNodes(parseFragment(html).childNodes, 0)
  return isVisible(cleaned) ? cleaned : ''
}

const isVisible = (cleaned: string): boolean =>
  /<(?:img|hr|table)[ >]/.test(cleaned) || /[^\s\u00a0]/.test(cleaned.replace(/<[^>]*>/g, ''))

const writeNodes = (nodes: readonly Node[], depth: number): string =>
  nodes.map((node) => writeNode(node, depth)).join('')

function writeNode(node: Node, depth: number): string {
  if (node.nodeName === '#text') return escape((node as DefaultTreeAdapterTypes.TextNode).value, /[&<>]/g)
  if (!('tagName' in node)) return ''
  const { tagName } = node
  if (dropped.has(tagName) || depth > maxDepth) return ''
  const inner = (): string => writeNodes(node.childNodes, depth + 1)
  if (!tags.has(tagName)) return inner()
  const attributes = attributesOf(node)
  if (tagName === 'img' && !attributes.includes(' src=')) return ''
  return emptyTags.has(tagName) ? `<${tagName}${attributes}>` : `<${tagName}${attributes}>${inner()}</${tagName}>`
}

function attributesOf({ tagName, attrs }: Element): string {
  const value = (name: string): string => attrs.find((one) => one.name === name)?.value ?? ''
  const write = (name: string, text: string): string => ` ${name}="${escape(text)}"`
  if (tagName === 'a' && isLink(value('href'))) {
    const opens = value('target') === '_blank' ? write('target', '_blank') : ''
    return `${write('href', value('href'))}${opens} rel="noopener noreferrer"`
  }
  if (tagName === 'img' && isPicture(value('src')))
    return write('src', value('src')) + write('alt', value('alt').slice(0, 200))
  if (tagName === 'td' || tagName === 'th')
    return (['colspan', 'rowspan'] as const)
      .filter((name) => /^[1-9]\d?$/.test(value(name)))
      .map((name) => write(name, value(name)))
      .join('')
  return ''
}

/** Other addresses run code or lead out of the site unseen. */
const isLink = (href: string): boolean => /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))[^\s\\]*$/i.test(href)

const anyPicture: FieldModel = {
  name: 'src',
  kind: 'image',
  label: { 'zh-cn': '', en: '' },
  required: false,
  readOnly: false,
  private: false,
  implicit: false,
}
const isPicture = (src: string): boolean => 'value' in kinds.image.read(src, anyPicture, { timeZone: 'UTC' })

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string, marks = /[&<>"]/g): string => text.replace(marks, (one) => escapes[one] ?? one)

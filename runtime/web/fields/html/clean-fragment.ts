/**
 * The part of HTML that the client shows: elements of text, with links and pictures by their address and the classes
 * that the server keeps. Of texts from elsewhere, which are pasted, formats that word processors write as styles become
 * elements.
 */
import { fileUrl } from '../../core/auth/session.ts'
import { formatsOf, joinWordLists } from './word-processors.ts'

const allowedTags = new Set(
  (
    'P BR HR H1 H2 H3 H4 H5 H6 STRONG B EM I U S SUB SUP UL OL LI BLOCKQUOTE PRE CODE A IMG DIV FIGURE FIGCAPTION ' +
    'VIDEO AUDIO TABLE CAPTION THEAD TBODY TFOOT TR TH TD'
  ).split(' '),
)
const dropped = new Set(
  (
    'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT EMBED SVG MATH TITLE TEXTAREA SELECT CANVAS HEAD META LINK BASE ' +
    'DIALOG'
  ).split(' '),
)
const aliases: Readonly<Record<string, string>> = {
  DEL: 'S',
  STRIKE: 'S',
  INS: 'U',
  KBD: 'CODE',
  SAMP: 'CODE',
  TT: 'CODE',
}
/** Shown from an address. */
const mediaTags = new Set(['IMG', 'VIDEO', 'AUDIO'])

export const isLink = (address: string): boolean => /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))[^\s\\]*$/i.test(address)

/** The address under which a picture is kept; null = the picture is left out. */
type PictureAddress = (src: string) => string | null

/** For texts that the server has written. Of other sites the content policy loads none. */
const storedPicture: PictureAddress = (src) => (/^(?:https?:\/\/|\/(?![/\\]))/i.test(src) ? src : null)

/** The same where the text is shown: files of a private field have another address. */
export const shownPicture: PictureAddress = (src) => (storedPicture(src) === null ? null : fileUrl(src))

/** For texts from elsewhere: uploaded files of this site only, as the server keeps them. */
export const ownPicture: PictureAddress = (src) => {
  const url = URL.canParse(src, location.href) ? new URL(src, location.href) : null
  return url?.origin === location.origin && /^\/(?:storage|cloud)\/./.test(url.pathname) ? url.pathname : null
}

/** Reads the text in a document of its own, in which nothing is loaded or run, and builds what is kept anew. */
export function cleanFragment(html: string, pictureAddress: PictureAddress = storedPicture): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  joinWordLists(parsed.body)
  const fragment = document.createDocumentFragment()
  appendClean(fragment, parsed.body, pictureAddress)
  return fragment
}

/** The same as a text. */
export function cleanMarkup(html: string, pictureAddress?: PictureAddress): string {
  const holder = document.createElement('div')
  holder.append(cleanFragment(html, pictureAddress))
  return holder.innerHTML
}

function appendClean(to: Node, from: Node, pictureAddress: PictureAddress): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(node.textContent ?? ''))
    if (!(node.nodeType === Node.ELEMENT_NODE)) continue
    const element = node as Element
    const original = element.tagName.toUpperCase()
    const name = aliases[original] ?? original
    if (dropped.has(name)) continue
    const address = mediaTags.has(name) ? pictureAddress(element.getAttribute('src') ?? '') : ''
    if (address === null) continue
    const { isPlain, formats } = formatsOf(element)
    const target = allowedTags.has(name) && !isPlain ? to.appendChild(copyOf(element, name, address)) : to
    const inner = formats.reduce((parent, format) => parent.appendChild(document.createElement(format)), target as Node)
    if (name !== 'VIDEO' && name !== 'AUDIO') appendClean(inner, element, pictureAddress)
  }
}

function copyOf(element: Element, name: string, address: string): HTMLElement {
  const copy = document.createElement(name)
  const copyMatch = (attribute: string, shape = /^[^]*$/): void => {
    const text = element.getAttribute(attribute)
    if (text !== null && shape.test(text)) copy.setAttribute(attribute, text)
  }
  const alignment = alignmentOf(element)
  if (alignment !== null) copy.className = `align-${alignment}`
  if (name === 'A' && isLink(element.getAttribute('href') ?? '')) {
    copyMatch('href')
    copyMatch('target', /^_blank$/)
    copy.setAttribute('rel', 'noopener noreferrer')
  }
  if (mediaTags.has(name)) copy.setAttribute('src', address)
  if (name === 'IMG') {
    copy.setAttribute('alt', element.getAttribute('alt') ?? '')
    copyMatch('width', /^[1-9]\d{0,3}$/)
    copyMatch('height', /^[1-9]\d{0,3}$/)
  }
  if (name === 'VIDEO' || name === 'AUDIO') {
    copy.setAttribute('controls', '')
    copy.setAttribute('preload', 'metadata')
  }
  if (name === 'OL') copyMatch('start', /^\d{1,5}$/)
  if (name === 'CODE') copyMatch('class', /^language-[a-z0-9+#-]{1,20}$/)
  if (name === 'TD' || name === 'TH') {
    copyMatch('colspan', /^\d{1,2}$/)
    copyMatch('rowspan', /^\d{1,2}$/)
  }
  return copy
}

const alignedTags = new Set('P H1 H2 H3 H4 H5 H6 DIV FIGURE TH TD'.split(' '))

/** The alignment of a block by its class, its style, or as word processors write it. */
function alignmentOf(element: Element): string | null {
  if (!alignedTags.has(element.tagName.toUpperCase())) return null
  const styled = element instanceof HTMLElement ? element.style.textAlign : ''
  const name = /^align-(\w+)$/.exec(element.className)?.[1] ?? (styled || (element.getAttribute('align') ?? ''))
  return /^(?:center|right|justify)$/i.test(name) ? name.toLowerCase() : null
}

/** What is shown of HTML in the editor: elements of text without attributes, links and pictures by their address. */

const kept = new Set(
  (
    'P BR HR H1 H2 H3 H4 H5 H6 STRONG B EM I U S SUB SUP UL OL LI BLOCKQUOTE PRE CODE A IMG ' +
    'TABLE CAPTION THEAD TBODY TFOOT TR TH TD'
  ).split(' '),
)
const dropped = new Set(
  (
    'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT EMBED SVG MATH TITLE TEXTAREA SELECT AUDIO VIDEO CANVAS HEAD META ' +
    'LINK BASE'
  ).split(' '),
)

const isLink = (address: string): boolean => /^(?:https?:\/\/|mailto:|#|\/(?![/\\]))[^\s\\]*$/i.test(address)

/** What becomes of the address of a picture; null = the picture is left out. */
type PictureAddress = (src: string) => string | null

/** Of texts that the server has written. Of other sites the content policy loads none. */
const storedPicture: PictureAddress = (src) => (/^(?:https?:\/\/|\/(?![/\\]))/i.test(src) ? src : null)

/** Of texts from elsewhere: uploaded files of this site only, as the server keeps them. */
export const ownPicture: PictureAddress = (src) => {
  const url = URL.canParse(src, location.href) ? new URL(src, location.href) : null
  return url?.origin === location.origin && /^\/(?:storage|cloud)\/./.test(url.pathname) ? url.pathname : null
}

/** Reads the text in a document of its own, in which nothing is loaded or run, and builds what is kept anew. */
export function cleanFragment(html: string, pictureAddress: PictureAddress = storedPicture): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const fragment = document.createDocumentFragment()
  appendClean(fragment, parsed.body, pictureAddress)
  return fragment
}

function appendClean(to: Node, from: Node, pictureAddress: PictureAddress): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(node.textContent ?? ''))
    if (!(node.nodeType === Node.ELEMENT_NODE)) continue
    const element = node as Element
    const name = element.tagName.toUpperCase()
    if (dropped.has(name)) continue
    const address = name === 'IMG' ? pictureAddress(element.getAttribute('src') ?? '') : ''
    if (address === null) continue
    if (!kept.has(name)) appendClean(to, element, pictureAddress)
    else appendClean(to.appendChild(copyOf(element, name, address)), element, pictureAddress)
  }
}

function copyOf(element: Element, name: string, pictureAddress: string): HTMLElement {
  const copy = document.createElement(name)
  const copyAttributes = (...names: readonly string[]): void => {
    for (const one of names) {
      const text = element.getAttribute(one)
      if (text !== null) copy.setAttribute(one, text)
    }
  }
  if (name === 'A' && isLink(element.getAttribute('href') ?? '')) copyAttributes('href', 'target', 'rel')
  if (name === 'IMG') {
    copy.setAttribute('src', pictureAddress)
    copy.setAttribute('alt', element.getAttribute('alt') ?? '')
  }
  if (name === 'TD' || name === 'TH') copyAttributes('colspan', 'rowspan')
  return copy
}

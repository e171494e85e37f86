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

/** Reads the text in a document of its own, in which nothing is loaded or run, and builds what is kept anew. */
export function cleanFragment(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const fragment = document.createDocumentFragment()
  appendClean(fragment, parsed.body)
  return fragment
}

function appendClean(to: Node, from: Node): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) to.appendChild(document.createTextNode(node.textContent ?? ''))
    if (!(node.nodeType === Node.ELEMENT_NODE)) continue
    const element = node as Element
    const name = element.tagName.toUpperCase()
    if (dropped.has(name)) continue
    if (!kept.has(name)) appendClean(to, element)
    else appendClean(to.appendChild(copyOf(element, name)), element)
  }
}

function copyOf(element: Element, name: string): HTMLElement {
  const copy = document.createElement(name)
  const copyAttributes = (...names: readonly string[]): void => {
    for (const one of names) {
      const text = element.getAttribute(one)
      if (text !== null) copy.setAttribute(one, text)
    }
  }
  if (name === 'A' && isLink(element.getAttribute('href') ?? '')) copyAttributes('href', 'target', 'rel')
  if (name === 'IMG' && /^(?:https?:\/\/|\/(?!\/))/i.test(element.getAttribute('src') ?? ''))
    copyAttributes('src', 'alt')
  if (name === 'TD' || name === 'TH') copyAttributes('colspan', 'rowspan')
  return copy
}

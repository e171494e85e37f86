/** Rich text that the server has sanitised, as elements: nothing of it is run or loaded but images of the site. */
import { createElement, useMemo, type ReactNode } from 'react'
import { fileUrl } from 'tablewright/web'

const tags = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s sub sup ul ol li blockquote pre code div figure figcaption table ' +
    'caption thead tbody tfoot tr th td'
  ).split(' '),
)
const voidTags = new Set(['br', 'hr'])

function elementsOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, place) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element)) return null
    const tag = node.tagName.toLowerCase()
    const key = `${tag} ${place}`
    if (tag === 'img')
      return <img key={key} src={fileUrl(node.getAttribute('src') ?? '')} alt={node.getAttribute('alt') ?? ''} />
    if (!tags.has(tag)) return <span key={key}>{elementsOf(node)}</span>
    return createElement(tag, { key }, ...(voidTags.has(tag) ? [] : [elementsOf(node)]))
  })
}

export function RichText({ html }: { readonly html: string }) {
  const content = useMemo(() => elementsOf(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className="exam-text">{content}</div>
}

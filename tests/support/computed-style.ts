/**
 * What queries by role ask of computed styles, without matching the rules of jsdom's default style sheet for every
 * element and every query, which took an eighth of the time of all component tests. The tests load no style sheet, so
 * that the answer follows from the kind of element and from inline styles. Everything else is asked of jsdom.
 */

type Properties = Readonly<Record<'display' | 'visibility' | 'pointer-events', string>>

const inherited: ReadonlySet<string> = new Set(['visibility', 'pointer-events'])

/** The real function of the window, for what has no short way and for comparisons. */
export const computedStyleOfJsdom = globalThis.getComputedStyle?.bind(globalThis)

/** The styles of elements without inline styles, by all that the default style sheet asks of them. */
const known = new Map<string, Properties>()

/** As `getComputedStyle`. The declaration follows changes of the document, as in a browser. */
export function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo || !isPlain(element)) return computedStyleOfJsdom(element, pseudo)
  const read = (property: string): string => valueOf(element, property as keyof Properties)
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_target, name) => {
      if (name === 'display' || name === 'visibility') return read(name)
      if (name === 'pointerEvents') return read('pointer-events')
      const real = (): CSSStyleDeclaration => computedStyleOfJsdom(element)
      if (name === 'getPropertyValue')
        return (property: string) => (isShort(property) ? read(property) : real().getPropertyValue(property))
      const value: unknown = Reflect.get(real(), name)
      return typeof value === 'function' ? value.bind(real()) : value
    },
  })
}

const isShort = (property: string): property is keyof Properties => property === 'display' || inherited.has(property)

/** Whether the element and its ancestors are of no kind for which the default style sheet asks for more. */
function isPlain(element: Element): boolean {
  if (element.ownerDocument.styleSheets.length > 0) return false
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.tagName === 'DETAILS' || (at.tagName === 'INPUT' && at.getAttribute('type')?.toLowerCase() === 'hidden'))
      return false
    if (at.hasAttribute('hidden') && /^(COL|COLGROUP|THEAD|TBODY|TFOOT|TR)$/.test(at.tagName)) return false
  }
  return true
}

function valueOf(element: Element, property: keyof Properties): string {
  for (let at: Element | null = element; at; at = inherited.has(property) ? at.parentElement : null) {
    const inline = (at as Partial<HTMLElement>).style?.getPropertyValue(property)
    if (inline && inline !== 'inherit') return inline
  }
  return defaultsOf(element)[property]
}

function defaultsOf(element: Element): Properties {
  const attributes = [element.getAttribute('hidden'), element.hasAttribute('open')]
  const key = [element.namespaceURI, element.localName, ...attributes].join(' ')
  const found = known.get(key)
  if (found) return found
  const bare = element.ownerDocument.createElementNS(element.namespaceURI, element.localName)
  for (const name of ['hidden', 'open']) {
    const value = element.getAttribute(name)
    if (value !== null) bare.setAttribute(name, value)
  }
  const style = computedStyleOfJsdom(bare)
  const read = (property: keyof Properties): string => style.getPropertyValue(property)
  const defaults = {
    display: read('display'),
    visibility: read('visibility'),
    'pointer-events': read('pointer-events'),
  }
  known.set(key, defaults)
  return defaults
}

/** How word processors write formats and lists, in terms of the elements that a text keeps. */

/**
 * The formats that the style of an inline element gives to its content.
 * @returns isPlain when the element itself is none, as the `<b>` without weight around all that Google Docs copies
 */
export function formatsOf(element: Element): { readonly isPlain: boolean; readonly formats: readonly string[] } {
  if (!(element instanceof HTMLElement)) return { isPlain: false, formats: [] }
  const { fontWeight, fontStyle, textDecorationLine, textDecoration, verticalAlign } = element.style
  const isInline = element.tagName === 'SPAN' || element.tagName === 'FONT'
  const isPlain = (element.tagName === 'B' || element.tagName === 'STRONG') && /^(?:normal|400)$/.test(fontWeight)
  if (!isInline) return { isPlain, formats: [] }
  const line = textDecorationLine || textDecoration
  const formats = [
    ...(fontWeight === 'bold' || Number(fontWeight) >= 600 ? ['strong'] : []),
    ...(fontStyle === 'italic' ? ['em'] : []),
    ...(line.includes('underline') ? ['u'] : []),
    ...(line.includes('line-through') ? ['s'] : []),
    ...(verticalAlign === 'sub' || verticalAlign === 'super' ? [verticalAlign === 'sub' ? 'sub' : 'sup'] : []),
  ]
  return { isPlain, formats }
}

const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i
const markerStyle = /mso-list:\s*ignore/i
const numbered = /^\s*[(（]?(?:\d+|[a-z]|[ivx]+|[一二三四五六七八九十]+)[.)）、]/i

/** Word writes the items of a list as paragraphs with the level in their style and the bullet in their text. */
export function joinWordLists(body: Element): void {
  for (const paragraph of body.querySelectorAll('p[style*="mso-list"], h1[style*="mso-list"]')) {
    // Paragraphs that follow the first one of a list are in it by now.
    if (levelOf(paragraph) === 0 || !paragraph.isConnected) continue
    const items: Element[] = [paragraph]
    for (let next = paragraph.nextElementSibling; next && levelOf(next) > 0; next = next.nextElementSibling)
      items.push(next)
    joinItems(items)
  }
}

const levelOf = (element: Element): number => Number(listStyle.exec(element.getAttribute('style') ?? '')?.[1] ?? 0)

function joinItems(items: readonly Element[]): void {
  const open: { readonly level: number; readonly list: Element }[] = []
  for (const item of items) {
    const level = levelOf(item)
    const marker = [...item.querySelectorAll('span')].find((span) => markerStyle.test(span.getAttribute('style') ?? ''))
    const tag = numbered.test(marker?.textContent ?? '') ? 'ol' : 'ul'
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = item.ownerDocument.createElement(tag)
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else item.before(list)
      open.push({ level, list })
    }
    marker?.remove()
    const entry = item.ownerDocument.createElement('li')
    entry.append(...item.childNodes)
    open.at(-1)?.list.append(entry)
    item.remove()
  }
}

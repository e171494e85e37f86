/**
 * Keeps figures whole. "1,154.9" is what is left of "1,154.96" where a column that stays in view lies over its end,
 * where the table is scrolled, or where an input is too narrow: another amount, and nothing says so. Such a cell gets
 * `data-cut`, with which the style sheet shows an ellipsis in the place of the whole figure, and a title that tells it.
 * The figure stays in the document, for screen readers and the clipboard.
 */

/** Amounts, with a currency or unit; dates, times, numbers of phones; and single words with a digit: codes. */
const figure = /^(?:\p{L}{1,3}\s)?[^\p{L}]*\p{Nd}[^\p{L}]*\p{L}{0,12}$|^\S*\p{Nd}\S*$/u

/** Inputs of figures and codes beside those in tables. */
const inputs = 'input:is(.record-code, .record-code *, [inputmode="decimal"], [inputmode="numeric"])'

/** From where to where something can be seen, in pixels of the window. */
interface Span {
  readonly left: number
  readonly right: number
}

/** Watches the whole document, before each frame in which something may have moved. Returns what ends it. */
export function keepFiguresWhole(): () => void {
  let frame: number | null = null
  const request = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = null
      checkDocument(watchSize)
    })
  }
  const mutations = new MutationObserver(request)
  mutations.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['style', 'class', 'hidden', 'value', 'data-cards', 'data-theme'],
  })
  const sizes = new ResizeObserver(request)
  const watched = new WeakSet<Element>()
  // One that is watched again tells its size at once, and with that the next frame would ask for another one.
  const watchSize = (element: Element): void => {
    if (watched.has(element)) return
    watched.add(element)
    sizes.observe(element)
  }
  const events = ['scroll', 'focusin', 'focusout', 'input', 'transitionend', 'animationend'] as const
  for (const name of events) document.addEventListener(name, request, { capture: true, passive: true })
  addEventListener('resize', request)
  document.fonts.addEventListener('loadingdone', request)
  request()
  return () => {
    if (frame !== null) cancelAnimationFrame(frame)
    mutations.disconnect()
    sizes.disconnect()
    for (const name of events) document.removeEventListener(name, request, { capture: true })
    removeEventListener('resize', request)
    document.fonts.removeEventListener('loadingdone', request)
  }
}

/** Reads the places of everything before it changes anything, so that the page is laid out once. */
function checkDocument(watchSize: (element: Element) => void): void {
  const changes: (() => void)[] = []
  for (const table of document.querySelectorAll('table')) {
    if (!table.checkVisibility()) continue
    const scroller = scrollerOf(table)
    watchSize(table)
    watchSize(scroller)
    changes.push(...checkTable(table, scroller))
  }
  for (const input of document.querySelectorAll<HTMLInputElement>(inputs)) {
    if (input.parentElement && !input.closest('td, th')) changes.push(markInput(input, input.parentElement))
  }
  for (const change of changes) change()
}

/** Measures at once, marks when called. */
function markInput(input: HTMLInputElement, frame: HTMLElement): () => void {
  const cut: Cut | null = isTooNarrow(input) ? { side: 'end', text: input.value } : null
  return () => mark(frame, cut)
}

/** The element that scrolls the table sideways; the table itself where none does. */
function scrollerOf(table: HTMLTableElement): HTMLElement {
  for (let element = table.parentElement; element; element = element.parentElement)
    if (/auto|scroll/.test(getComputedStyle(element).overflowX)) return element
  return table
}

function checkTable(table: HTMLTableElement, scroller: HTMLElement): (() => void)[] {
  const { seen, pinned, padding } = uncovered(table, scroller)
  const isBelowPinned = pinned.size > 0 && scroller.scrollWidth > scroller.clientWidth
  const changes = [() => markScroller(scroller, isBelowPinned ? padding : null)]
  const bodies = [...table.tBodies, ...(table.tFoot ? [table.tFoot] : [])]
  for (const cell of bodies.flatMap(({ rows }) => [...rows]).flatMap(({ cells }) => [...cells])) {
    if (pinned.has(cell.cellIndex)) continue
    const cut = cutIn(cell, seen)
    if (cut !== null || cell.dataset['cut'] !== undefined) changes.push(() => mark(cell, cut))
  }
  return changes
}

/** @param padding what pinned columns cover of it at both ends; null where nothing is scrolled under any */
function markScroller(scroller: HTMLElement, padding: string | null): void {
  if (padding === null && !scroller.hasAttribute('data-scrolls-sideways')) return
  scroller.toggleAttribute('data-scrolls-sideways', padding !== null)
  // What takes the focus is scrolled to where no pinned column lies over it.
  scroller.style.scrollPaddingInline = padding ?? ''
}

/** Where the columns that scroll can be seen: between those that are pinned, whose indexes these are. */
function uncovered(table: HTMLTableElement, scroller: HTMLElement) {
  const frame = scroller.getBoundingClientRect()
  const inner = frame.left + scroller.clientLeft
  let [left, right] = scroller === table ? [0, innerWidth] : [inner, inner + scroller.clientWidth]
  const [start, end] = [left, right]
  const pinned = new Set<number>()
  for (const cell of table.rows[0]?.cells ?? []) {
    const style = getComputedStyle(cell)
    if (style.position !== 'sticky' || (style.left === 'auto' && style.right === 'auto')) continue
    pinned.add(cell.cellIndex)
    const place = cell.getBoundingClientRect()
    if (style.left === 'auto') right = Math.min(right, place.left)
    else left = Math.max(left, place.right)
  }
  const gap = 8
  const padding = `${Math.round(left - start) + gap}px ${Math.round(end - right) + gap}px`
  return { seen: { left, right }, pinned, padding }
}

interface Cut {
  readonly side: 'start' | 'end'
  readonly text: string
}

/** The figure of a cell that is cut; null where all are whole or out of sight. */
function cutIn(cell: HTMLTableCellElement, seen: Span): Cut | null {
  const place = cell.getBoundingClientRect()
  if (place.width === 0 || place.right <= seen.left || place.left >= seen.right) return null
  const input = cell.querySelector('input')
  if (input && isTooNarrow(input)) return { side: 'end', text: input.value }
  const isCovered = place.left < seen.left - tolerance || place.right > seen.right + tolerance
  if (!isCovered && cell.scrollWidth <= cell.clientWidth) return null
  const figures = input
    ? [{ text: input.value, span: input.getBoundingClientRect() }].filter(({ text }) => figure.test(text))
    : figuresIn(cell)
  for (const { text, span } of figures) {
    if (span.left < Math.max(seen.left, place.left) - tolerance) return { side: 'start', text }
    if (span.right > Math.min(seen.right, place.right) + tolerance) return { side: 'end', text }
  }
  return null
}

/** Layouts of zoomed pages are rounded. */
const tolerance = 1

/** The figures among the texts of an element. The groups of a number are texts beside each other. */
function figuresIn(element: HTMLElement): readonly { readonly text: string; readonly span: Span }[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: { text: string; span: Span }[] = []
  for (let first = texts.nextNode(); first; first = texts.nextNode()) {
    let last = first
    let text = first.textContent ?? ''
    while (last.nextSibling && (last.nextSibling.nodeType === Node.TEXT_NODE || last.nextSibling.nodeName === 'WBR')) {
      last = last.nextSibling
      if (last.nodeType === Node.TEXT_NODE) texts.nextNode()
      text += last.textContent ?? ''
    }
    if (!figure.test(text.trim())) continue
    const range = document.createRange()
    range.setStartBefore(first)
    range.setEndAfter(last)
    found.push({ text, span: range.getBoundingClientRect() })
  }
  return found
}

/** True where an input shows a part of its figure; not while somebody is typing, who sees the part they type. */
function isTooNarrow(input: HTMLInputElement): boolean {
  return (
    input !== document.activeElement && input.scrollWidth > input.clientWidth + tolerance && figure.test(input.value)
  )
}

function mark(host: HTMLElement, cut: Cut | null): void {
  if (cut === null) {
    if (host.dataset['cut'] === undefined) return
    delete host.dataset['cut']
    if (host.dataset['cutTitle'] === undefined) return
    delete host.dataset['cutTitle']
    host.removeAttribute('title')
    return
  }
  if (host.dataset['cut'] !== cut.side) host.dataset['cut'] = cut.side
  if (host.title !== '' && host.dataset['cutTitle'] === undefined) return
  host.dataset['cutTitle'] = ''
  if (host.title !== cut.text) host.title = cut.text
}

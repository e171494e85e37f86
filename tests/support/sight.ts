/** What cannot be seen although somebody relies on it: what was scrolled away for good, and figures that are cut. */
import type { Page } from 'playwright-core'

/**
 * Elements that are scrolled, or can be by whatever takes the focus, although no person can scroll them; and the
 * window, if anything sticks out of it.
 */
export const hiddenScrollers = (page: Page, scrollsWindow = false): Promise<string[]> =>
  page.evaluate((isWindowFree) => {
    const nameOf = ({ tagName, className }: Element): string => `${tagName} ${String(className)}`
    const isFocusable = 'a[href], button, input, select, textarea, [tabindex], iframe'
    const isAstray = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isHidden = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
      const isScrolled =
        (isHidden(overflowX) && element.scrollLeft !== 0) || (isHidden(overflowY) && element.scrollTop !== 0)
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      const hasMore =
        (overflowX === 'hidden' && scrollWidth > clientWidth + 1) ||
        (overflowY === 'hidden' && scrollHeight > clientHeight + 1)
      return isScrolled || (hasMore && element.clientWidth > 1 && element.querySelector(isFocusable) !== null)
    }
    const root = document.scrollingElement!
    const isWindowAstray =
      !isWindowFree &&
      (root.scrollTop !== 0 ||
        root.scrollLeft !== 0 ||
        root.scrollHeight > innerHeight ||
        root.scrollWidth > innerWidth)
    return [
      ...(isWindowAstray ? [`window ${root.scrollLeft} ${root.scrollTop} of ${root.scrollHeight}`] : []),
      ...[...document.querySelectorAll('body, body *:not(input, textarea)')].filter(isAstray).map(nameOf),
    ]
  }, scrollsWindow)

/**
 * Figures in the cells of tables, and in inputs, of which a part is painted and a part is not: cut by their cell, by
 * the edge of what scrolls, or covered by a column that stays in view; and those that break between two digits.
 */
export const cutFigures = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // What the page does before it paints is done.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const figure = /^[^\p{L}]*\p{Nd}[^\p{L}]*$/u
    const isPainted = (element: Element): boolean => !getComputedStyle(element).color.endsWith(', 0)')
    /** The part of a span that nothing hides: in every ancestor that cuts, left of and right of pinned cells. */
    const seenIn = (cell: Element): [number, number] => {
      let [left, right] = [0, innerWidth]
      for (let element: Element | null = cell; element; element = element.parentElement) {
        const { overflowX, position } = getComputedStyle(element)
        if (overflowX === 'visible' || (position === 'static' && element === document.body)) continue
        const box = element.getBoundingClientRect()
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
      }
      for (const other of cell.parentElement!.children) {
        const style = getComputedStyle(other)
        if (other === cell || style.position !== 'sticky') continue
        const box = other.getBoundingClientRect()
        if (style.left !== 'auto') left = Math.max(left, box.right)
        else if (style.right !== 'auto') right = Math.min(right, box.left)
      }
      return [left, right]
    }
    const faults: string[] = []
    for (const cell of document.querySelectorAll<HTMLElement>(':is(tbody, tfoot) :is(td, th)')) {
      if (!cell.checkVisibility() || getComputedStyle(cell).position === 'sticky') continue
      const [left, right] = seenIn(cell)
      const input = cell.querySelector('input')
      const report = (text: string): void => {
        const { color } = getComputedStyle(cell)
        faults.push(`${text}${cell.dataset['cut'] ? ` marked ${cell.dataset['cut']} ${color}` : ''}`)
      }
      if (input && figure.test(input.value) && isPainted(input)) {
        const box = input.getBoundingClientRect()
        const isOut = box.right <= left || box.left >= right
        const isCovered = box.left < left - 1.5 || box.right > right + 1.5
        const isNarrow = input !== document.activeElement && input.scrollWidth > input.clientWidth + 1
        if (!isOut && (isCovered || isNarrow)) report(`input ${input.value}`)
      }
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!figure.test(text.textContent!.trim()) || !isPainted(text.parentElement!)) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const isBroken = new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
        if (isBroken && !/\s/.test(text.textContent!.trim())) report(`${text.textContent} is broken`)
        for (const box of range.getClientRects()) {
          const isOut = box.right <= left || box.left >= right
          if (!isOut && box.width > 1 && (box.left < left - 1.5 || box.right > right + 1.5))
            report(`${text.textContent} ${box.left}–${box.right} in ${left}–${right}`)
        }
      }
      if (cell.dataset['cut'] && !cell.title) faults.push('a cut figure has no title')
    }
    return faults
  })

/** The width a list has, measured on an element of its own. */
import { useCallback, useRef, useState, type RefCallback } from 'react'
import { readStored, writeStored } from '../../preferences/browser-storage.ts'

const storageKey = 'listWidth'

/** The width of the last list in this browser, in a window as wide as this one; 0 while none is known. */
function lastWidth(): number {
  if (typeof ResizeObserver === 'undefined') return 0
  const stored = readStored(storageKey) as { readonly window?: unknown; readonly list?: unknown } | null
  return stored?.window === window.innerWidth && typeof stored.list === 'number' ? stored.list : 0
}

/**
 * The `ref` of the element to measure, and its width in CSS pixels; 0 while it is not known. A list begins with the
 * width of the one before it: measuring first would lay out and render every list twice before it is painted.
 */
export function useAvailableWidth(): readonly [measure: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(lastWidth)
  const isKnown = useRef(width > 0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return
    const read = (): void => {
      const list = element.clientWidth
      setWidth(list)
      // A list in a hidden tab has none.
      if (list > 0) storeWidth(list)
    }
    if (!isKnown.current) read()
    isKnown.current = true
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width]
}

let stored = ''

/** Written only when it changed: a window that is being resized reports each of its widths. */
function storeWidth(list: number): void {
  const [window, text] = [globalThis.innerWidth, `${globalThis.innerWidth} ${list}`]
  if (text === stored) return
  stored = text
  writeStored(storageKey, { window, list })
}

/** So little that buttons show their icons only. */
export const isNarrowWidth = (width: number): boolean => width > 0 && width <= 640
/** Enough for every button to show its text. */
export const isWideWidth = (width: number): boolean => width === 0 || width > 820

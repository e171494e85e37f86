/** The width a list has, measured on an element of its own. */
import { useCallback, useState, type RefCallback } from 'react'

/** The `ref` of the element to measure, and its width in CSS pixels; 0 while it is not known. */
export function useAvailableWidth(): readonly [measure: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return
    const read = (): void => setWidth(element.clientWidth)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, width]
}

/** So little that buttons show their icons only. */
export const isNarrowWidth = (width: number): boolean => width > 0 && width <= 640
/** Enough for every button to show its text. */
export const isWideWidth = (width: number): boolean => width === 0 || width > 820

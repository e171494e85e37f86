/** How much room a list has, by the width of its own place. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Width in CSS pixels; 0 while it is not known. */
export function useAvailableWidth<Element extends HTMLElement>(): readonly [RefObject<Element | null>, number] {
  const place = useRef<Element>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element || typeof ResizeObserver === 'undefined') return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}

/** So little that buttons show their signs only. */
export const isNarrowWidth = (width: number): boolean => width > 0 && width <= 640
/** Enough for every button to show its word. */
export const isWideWidth = (width: number): boolean => width === 0 || width > 820

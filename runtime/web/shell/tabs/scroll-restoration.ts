/** A hidden element loses its scroll position; this restores it when the element is shown again. */
import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Includes all scrollable elements inside. */
export function useScrollRestoration(frame: RefObject<HTMLElement | null>, isShown: boolean): void {
  const places = useRef(new Map<Element, readonly [left: number, top: number]>())
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || !isShown) return
    for (const [scrolled, [left, top]] of places.current) {
      if (!scrolled.isConnected) places.current.delete(scrolled)
      else Object.assign(scrolled, { scrollLeft: left, scrollTop: top })
    }
    const note = ({ target }: Event): void => {
      // Hiding scrolls to the start, which is not the position of the user.
      if (target instanceof Element && element.clientHeight > 0)
        places.current.set(target, [target.scrollLeft, target.scrollTop])
    }
    element.addEventListener('scroll', note, true)
    return () => element.removeEventListener('scroll', note, true)
  }, [frame, isShown])
}

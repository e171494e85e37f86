/** The width a list has, measured on an element of its own. */
import { useCallback, useState, type RefCallback } from 'react'
import { flushSync } from 'react-dom'
import { readStored, writeStored } from '../../../core/preferences/browser-storage.ts'

/** The `ref` of the element to measure, and its width in CSS pixels; 0 while it is not known. */
export function useAvailableWidth(): readonly [measure: RefCallback<HTMLElement>, width: number] {
  const [expected] = useState(expectedWidth)
  const [width, setWidth] = useState(expected)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !canObserve()) return
      const read = (): void => {
        setWidth(element.clientWidth)
        remember(element.clientWidth)
      }
      if (expected === 0) read()
      let isFirst = expected > 0
      const observer = new ResizeObserver(() => {
        // Before anything is painted with the wrong width.
        if (isFirst && element.clientWidth !== expected) flushSync(read)
        else read()
        isFirst = false
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [expected],
  )
  return [measure, width]
}

const canObserve = (): boolean => typeof ResizeObserver !== 'undefined'

/** Of the list that was measured last, and of the window around it. */
interface StoredWidth {
  readonly window: number
  readonly list: number
}

const key = 'listWidth'
let last: StoredWidth | null = null

/**
 * The width that the last list of a window like this one had; 0 = unknown. Reading the width of a list that was just
 * rendered makes the browser lay it out as it was without one, after which it is rendered and laid out again. Lists of
 * one window are equally wide, so that this is rarely needed.
 */
function expectedWidth(): number {
  if (!canObserve()) return 0
  last ??= readStored(key) as StoredWidth | null
  return last?.window === window.innerWidth && last.list > 0 ? last.list : 0
}

/** A list that is not shown has no width. */
function remember(list: number): void {
  const { innerWidth } = window
  if (list === 0 || (last?.list === list && last.window === innerWidth)) return
  last = { window: innerWidth, list }
  writeStored(key, last)
}

/** So little that buttons show their icons only. */
export const isNarrowWidth = (width: number): boolean => width > 0 && width <= 640
/** Enough for every button to show its text. */
export const isWideWidth = (width: number): boolean => width === 0 || width > 820

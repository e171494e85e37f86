/** Where the focus goes after a deletion. */
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** What the dialog was opened for. */
export interface Deleting {
  readonly ids: readonly number[]
  /** What opened it where the item of a menu did, which is gone by then. */
  readonly opener: Element | null
}

/** @param opener the button of the menu whose item was chosen */
export type RequestDelete = (ids: readonly number[], opener?: Element | null) => void

/**
 * The dialog gives the focus back to the button that opened it; that of a menu gets it here. A deleted row takes its
 * buttons along: the row now in its place gets the focus, so that a person without a mouse continues in the same place.
 * @returns the ref for the element that contains the list
 */
export function useFocusAfterDelete(deleting: Deleting | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<Deleting | null>(null)
  const restore = useEffectEvent((): void => {
    if (last.current === null || document.activeElement !== document.body) return
    const { opener } = last.current
    if (opener instanceof HTMLElement && opener.isConnected) return opener.focus()
    last.current = null
    list.current?.querySelector<HTMLElement>('.list-row[tabindex="0"]')?.focus()
  })
  // After every rendering of the list: the row goes when the rows have been loaded again.
  useEffect(() => {
    if (deleting) last.current = deleting
    else restore()
  })
  useEffect(() => {
    if (deleting) return
    // The dialog goes in one of the next frames, and tries to give the focus to the item of the menu.
    let frame = 0
    const watch = (frames: number): void => {
      restore()
      if (frames > 0) frame = requestAnimationFrame(() => watch(frames - 1))
    }
    watch(30)
    // Who clicks on nothing wants the focus nowhere.
    const end = () => {
      last.current = null
    }
    document.addEventListener('pointerdown', end, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('pointerdown', end, { capture: true })
    }
  }, [deleting])
  return list
}

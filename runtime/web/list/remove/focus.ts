/** Where the focus goes after a deletion. */
import { useEffect, useRef, type RefObject } from 'react'

/**
 * A deleted row takes the button along that had the focus. The row now in its place gets it, so that a
 * person without a mouse continues in the same place.
 * @returns the ref for the element that contains the list
 */
export function useFocusAfterDelete(isDeleting: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const wasDeleting = useRef(false)
  // After every rendering of the list: the row goes when the rows have been loaded again.
  useEffect(() => {
    if (isDeleting) wasDeleting.current = true
    if (isDeleting || !wasDeleting.current || document.activeElement !== document.body) return
    wasDeleting.current = false
    list.current?.querySelector<HTMLElement>('.list-row[tabindex="0"]')?.focus()
  })
  return list
}

/** Where the keyboard stands after a deletion. */
import { useEffect, useRef, type RefObject } from 'react'

/**
 * A deleted row takes the button along that had the focus. The row that now stands in its place gets it, so that whoever
 * works without a mouse goes on where he was.
 * @param rows shown now; when they change, the deleted one may have gone
 * @returns for the element the list stands in
 */
export function useFocusAfterDelete(isDeleting: boolean, rows: unknown): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const wasDeleting = useRef(false)
  useEffect(() => {
    if (isDeleting) wasDeleting.current = true
    if (isDeleting || !wasDeleting.current || document.activeElement !== document.body) return
    wasDeleting.current = false
    list.current?.querySelector<HTMLElement>('.list-row[tabindex="0"]')?.focus()
  }, [isDeleting, rows])
  return list
}

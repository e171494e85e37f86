/** The focus of a dialog through work that disables its buttons. */
import { useEffect, useRef, type RefObject } from 'react'

/**
 * A busy button is disabled and loses the focus; afterwards the focus returns to it, or to the button of the next
 * step.
 */
export function useKeptFocus(
  isBusy: boolean,
): readonly [footer: RefObject<HTMLDivElement | null>, remember: () => void] {
  const footer = useRef<HTMLDivElement>(null)
  const pending = useRef<Element | null>(null)
  // Before the button is disabled: afterwards the focused element is unknown.
  const remember = () => {
    pending.current ??= document.activeElement
  }
  useEffect(() => {
    if (isBusy || pending.current === null) return
    const before = pending.current
    pending.current = null
    if (document.activeElement !== document.body) return
    if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
    if (document.activeElement === document.body)
      [...(footer.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])].at(-1)?.focus()
  }, [isBusy])
  return [footer, remember]
}

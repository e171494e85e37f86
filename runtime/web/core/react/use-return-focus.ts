/** Restores the focus after an overlay. Overlays that are unmounted when they close cannot do it themselves. */
import { useRef } from 'react'

/** Call the result when it has closed. */
export function useReturnFocus(): () => void {
  const opener = useRef(document.activeElement)
  return () => {
    // After the overlay is unmounted: until then it traps the focus.
    setTimeout(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus({ preventScroll: true })
    })
  }
}

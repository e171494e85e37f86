/** Where the focus was before something opened over the page. What is taken away whole, as the shell's overlays are, cannot give it back itself. */
import { useRef } from 'react'

/** Call the result when it has closed. */
export function useReturnFocus(): () => void {
  const opener = useRef(document.activeElement)
  return () => {
    // After the overlay is gone: until then it holds the focus.
    setTimeout(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected)
        opener.current.focus({ preventScroll: true })
    })
  }
}

import type { KeyboardEvent } from 'react'

/** The Enter that confirms an input method composition must not submit the form. */
export function ignoreImeEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}

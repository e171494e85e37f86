/** Ctrl or ⌘ with Enter or S saves the open record, wherever in the page the focus is: while a record is being saved it may be nowhere. */
import { useEffect, useRef, type KeyboardEvent as ReactKeyboardEvent } from 'react'

/** While one of these asks something, the keys belong to it. */
const questions = '.record-conflict, .record-leave'

export function useSaveKeys(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || !isSaveKey(event) || document.querySelector(questions)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isSaveKey({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && (key === 'Enter' || key.toLowerCase() === 's')
}

/** Enter that ends a word of an input method must not submit the form. */
export function endWord(event: ReactKeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}

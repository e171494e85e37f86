/** Ctrl or ⌘ with Enter or S saves the open record, wherever in the page the focus is: while a record is being saved it may be nowhere. */
import { useEffect, useRef, type KeyboardEvent as ReactKeyboardEvent } from 'react'
import { useIsPageActive } from '../page/page.ts'

/** While one of these asks something, the keys belong to it. */
const questions = '.record-conflict, .record-leave, .action-dialog'

export function useSaveKeys(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  const isActive = useIsPageActive()
  useEffect(() => {
    if (!isActive) return
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || !isSaveKey(event) || isAsked()) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isActive])
}

/** What a hidden page asks does not count. */
function isAsked(): boolean {
  return [...document.querySelectorAll(questions)].some((question) => question.closest('[hidden]') === null)
}

function isSaveKey({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && (key === 'Enter' || key.toLowerCase() === 's')
}

/** Enter that ends a word of an input method must not submit the form. */
export function ignoreImeEnter(event: ReactKeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}

/** Keys that act everywhere in the admin area. Single keys can be switched off, and never act while somebody types. */
import { useEffect, useRef } from 'react'
import type { ShellOverlay } from '../admin/overlay.ts'
import { config } from '../../preferences/store.ts'
import type { TabActions } from '../tabs/tab-actions.tsx'
import { tabView } from '../tabs/tab-view.ts'
import { useWorkspace } from '../tabs/workspace.ts'

interface ShellKeys {
  readonly actions: TabActions
  readonly open: (overlay: ShellOverlay) => void
}

export function useShellKeys(shell: ShellKeys): void {
  const { currentId, switchTab } = useWorkspace()
  const act = (event: KeyboardEvent): boolean => {
    if (event.defaultPrevented || event.isComposing) return false
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k')
      return does(() => shell.open('palette'))
    if (event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey)
      return onTab(event.code, currentId(), shell.actions, switchTab)
    if (event.key === 'Escape' && tabView.state.tabFullScreen && !isInDialog(event.target))
      return does(shell.actions.fullScreen)
    if (event.key === '?' && config.layout.singleKeys && !event.ctrlKey && !event.metaKey && !isTyping(event.target))
      return does(() => shell.open('keys'))
    return false
  }
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (latest.current(event)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** By the key's place, not its letter: with Alt some keyboards write other letters. */
function onTab(code: string, id: string | null, actions: TabActions, walk: (step: number) => void): boolean {
  if (code === 'ArrowLeft') return does(() => walk(-1))
  if (code === 'ArrowRight') return does(() => walk(1))
  if (code === 'KeyF') return does(actions.fullScreen)
  if (id !== null && code === 'KeyX') return does(() => actions.close(id))
  return id !== null && code === 'KeyR' && does(() => actions.reload(id))
}

function does(action: () => void): true {
  action()
  return true
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null)
  )
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null
}

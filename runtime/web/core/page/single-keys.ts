/**
 * Keys without modifiers that act on the whole page, such as J and K. They can be switched off, do nothing while
 * somebody writes, and nothing either right after the text they were meant for has gone away: whoever types on without
 * looking would resolve or approve something.
 */
import { useEffect, useEffectEvent, useRef } from 'react'
import { config } from '../preferences/store.ts'
import { isPressedIn } from './hotkeys.ts'
import { useIsPageActive } from './page.ts'

const texts = 'textarea, [contenteditable="true"], input:not([type=checkbox]):not([type=radio])'
const ownKeys = `${texts}, select, [role=menu], [role=listbox]`
/** Elements that are pressed with Space and Enter themselves. */
const pressable = 'button, a[href], summary, input, [role=button], [role=tab], [role=switch], [role=slider]'
const pressing: ReadonlySet<string> = new Set([' ', 'enter'])
/** Keys by which somebody leaves a text. */
const leaving: ReadonlySet<string> = new Set(['Escape', 'Tab'])
/** Milliseconds; who pauses longer has seen where the focus is. */
const pauseMs = 1000

const typing: { last: KeyboardEvent | null; isLost: boolean } = { last: null, isLost: false }

/** Whether the text of the last key was left on purpose: by that key, which for Enter means that it did something. */
function hasLeft({ key, target, defaultPrevented }: KeyboardEvent): boolean {
  return leaving.has(key) || (key === 'Enter' && (defaultPrevented || target instanceof HTMLInputElement))
}

function noteKey(event: KeyboardEvent): void {
  const { last } = typing
  const isInText = isPressedIn(event, texts)
  typing.isLost = !isInText && last !== null && !hasLeft(last) && event.timeStamp - last.timeStamp < pauseMs
  typing.last = isInText || typing.isLost ? event : null
}

function notePointer(): void {
  typing.last = null
}

/** Begins to follow where keys are typed. Called again, it changes nothing. */
export function watchTyping(): void {
  addEventListener('keydown', noteKey, { capture: true })
  addEventListener('pointerdown', notePointer, { capture: true })
}

/** Whether a key is one of the page, and not part of a text, of a menu, or of a shortcut of the browser. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!config.layout.singleKeys || event.defaultPrevented || event.isComposing || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !typing.isLost && !isPressedIn(event, ownKeys)
}

/** A key that does something while it is held down. */
export interface HeldKey {
  readonly press: () => void
  /** Runs once for each press, also when the window or the page is left. */
  readonly release: () => void
}

/**
 * Runs what single keys do, by their names in lower case, while the page around the component is shown.
 * @param frame the dialog that they belong to; keys in other dialogs do nothing
 */
export function useSingleKeys(
  keys: Readonly<Record<string, (() => void) | HeldKey>>,
  frame: Element | null = null,
): void {
  const isActive = useIsPageActive()
  const pressedKey = useRef<{ readonly key: string; readonly release: () => void } | null>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    // A held space would scroll the page.
    if (event.repeat && pressedKey.current?.key === key) event.preventDefault()
    const dialog = event.target instanceof Element ? event.target.closest('[role=dialog]') : null
    if ((dialog !== null && dialog !== frame) || !isSingleKey(event)) return
    const action = keys[key]
    if (!action || (pressing.has(key) && isPressedIn(event, pressable))) return
    // A text that it focuses is not to get the character.
    event.preventDefault()
    if (typeof action === 'function') return action()
    pressedKey.current?.release()
    pressedKey.current = { key, release: action.release }
    action.press()
  })
  useEffect(() => {
    if (!isActive) return undefined
    watchTyping()
    const letGo = (): void => {
      pressedKey.current?.release()
      pressedKey.current = null
    }
    const events = new AbortController()
    const { signal } = events
    document.addEventListener('keydown', (event) => press(event), { signal })
    document.addEventListener(
      'keyup',
      ({ key }) => {
        if (key.toLowerCase() === pressedKey.current?.key) letGo()
      },
      { signal },
    )
    window.addEventListener('blur', letGo, { signal })
    return () => {
      events.abort()
      letGo()
    }
  }, [isActive])
}

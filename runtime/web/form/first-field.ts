import { Classes } from '@blueprintjs/core'

/** What removes a selected item changes a value that is already there, so it is no place to start. */
const buttons = `button:not(.${Classes.TAG_REMOVE})`
const fields = `.record-control :is(input:not([hidden], [type="file"]), textarea, select, ${buttons}):not(:disabled)`

/**
 * Focuses the first field of a form, without scrolling. On touch screens, where that would open the on-screen keyboard,
 * and where no field can be changed, the other element, if there is one. Call it in a layout effect: keys pressed
 * between the moment the form is shown and a later effect would be lost.
 */
export function focusFirstField(frame: HTMLElement | null, other: HTMLElement | null = null): void {
  const first = frame?.querySelector<HTMLElement>(fields)
  const target = opensKeyboard() || !first ? other : first
  target?.focus({ preventScroll: true })
}

/** True on touch screens, where a focused input opens the on-screen keyboard, which covers half of the page. */
export const opensKeyboard = (): boolean => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

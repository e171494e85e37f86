const fields = '.record-control :is(input:not([hidden], [type="file"]), textarea, select, button):not(:disabled)'

/**
 * Focuses the first field of a form, without scrolling. On touch screens, where that would open the on-screen keyboard,
 * and where no field can be changed, the other element, if there is one.
 */
export function focusFirstField(frame: HTMLElement | null, other: HTMLElement | null = null): void {
  const isTouch = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
  const first = frame?.querySelector<HTMLElement>(fields)
  const target = isTouch || !first ? other : first
  target?.focus({ preventScroll: true })
}

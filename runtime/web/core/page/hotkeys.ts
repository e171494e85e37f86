/** Keys that act wherever the focus is, through Blueprint's `useHotkeys`. */
import type { HotkeyConfig, HotkeysContextInstance } from '@blueprintjs/core'

/**
 * A key of the whole page. It does nothing while an input method composes a word, or once something else has used the
 * key.
 * @param combo as Blueprint writes it, for example `ctrl+k`
 * @param run returns false when the key is left to the browser
 */
export function pageHotkey(
  combo: string,
  label: string,
  run: (event: KeyboardEvent) => boolean | void,
  options: Pick<HotkeyConfig, 'allowInInput' | 'disabled'> = {},
): HotkeyConfig {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return
    if (run(event) !== false) event.preventDefault()
  }
  return { combo, label, global: true, onKeyDown, ...options }
}

/** Whether the key was pressed inside an element that matches. Blueprint itself knows text inputs only. */
export function isPressedIn({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Our own sheet lists the keys (shell/keys), so Blueprint's registry and its dialog stay out of the bundle. */
export const hotkeysWithoutRegistry: HotkeysContextInstance = [
  { hasProvider: true, hotkeys: [], isDialogOpen: false },
  () => undefined,
]

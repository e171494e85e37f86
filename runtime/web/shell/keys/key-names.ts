/** What keys are called on this machine. */

function isApple(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)
}

/** `Ctrl K` or `⌘ K`. */
export function paletteKeys(): string {
  return isApple() ? '⌘ K' : 'Ctrl K'
}

/** `Alt Shift X` or `⌥ ⇧ X`. */
export function tabKeys(key: string): string {
  return isApple() ? `⌥ ⇧ ${key}` : `Alt Shift ${key}`
}

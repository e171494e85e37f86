/**
 * Blueprint's buttons act when Enter or Space is released, wherever it was pressed. What opens while such a key is
 * held, and focuses a button, would be answered by its release: a question before a deletion was gone before it was
 * seen.
 */

const acting: ReadonlySet<string> = new Set(['Enter', ' '])

/** Keeps releases from elements on which the key was not pressed. Call the result to end it. */
export function dropForeignReleases(): () => void {
  const pressedOn = new Map<string, EventTarget | null>()
  const press = ({ key, target, repeat }: KeyboardEvent): void => {
    if (acting.has(key) && !repeat) pressedOn.set(key, target)
  }
  const release = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (acting.has(key) && pressedOn.get(key) !== target) event.stopImmediatePropagation()
    pressedOn.delete(key)
  }
  // Before React, which listens further down.
  addEventListener('keydown', press, { capture: true })
  addEventListener('keyup', release, { capture: true })
  return () => {
    removeEventListener('keydown', press, { capture: true })
    removeEventListener('keyup', release, { capture: true })
  }
}

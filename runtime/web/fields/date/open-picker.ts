/** Opens the native picker. Browsers without `showPicker`, and frames that may not use it, get the control by focus. */
export function openPicker(input: HTMLInputElement | null): void {
  try {
    input?.showPicker()
  } catch {
    input?.focus()
  }
}

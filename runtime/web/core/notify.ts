/** Toasts. Any code may show one; the toaster of the shell renders them and announces them to screen readers. */

export type ToastTone = 'success' | 'danger' | 'warning' | 'primary'

export interface Toast {
  readonly text: string
  readonly tone: ToastTone
  /** Milliseconds it is shown; absent = the default of its tone. */
  readonly durationMs?: number
  /** A button, for example undo. */
  readonly action?: { readonly text: string; readonly run: () => void }
}

/** How long a toast with a button to undo is shown. */
export const undoDurationMs = 12_000

type Show = (notice: Toast) => void

let show: Show | null = null
const queued: Toast[] = []

/** Shows a toast; one sent before the toaster is mounted is shown when it is. */
export function notify(notice: Toast): void {
  if (show) show(notice)
  else queued.push(notice)
}

export const notifySuccess = (text: string): void => notify({ text, tone: 'success' })
export const notifyError = (text: string): void => notify({ text, tone: 'danger' })

/** Sets the renderer of toasts; returns a function that removes it. */
export function setToastRenderer(next: Show): () => void {
  show = next
  for (const notice of queued.splice(0)) next(notice)
  return () => {
    if (show === next) show = null
  }
}

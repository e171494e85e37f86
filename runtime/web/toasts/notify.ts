/** Notices to the person. Anyone may say one; the toaster of the shell shows them and reads them to screen readers. */

export type ToastTone = 'success' | 'danger' | 'warning' | 'primary'

export interface Toast {
  readonly text: string
  readonly tone: ToastTone
  /** Milliseconds it stays; absent = as long as its tone says. */
  readonly durationMs?: number
  /** Something the person can do about it, for example undo. */
  readonly action?: { readonly text: string; readonly run: () => void }
}

type Show = (notice: Toast) => void

let show: Show | null = null
const queued: Toast[] = []

/** Shows a notice; one said before the toaster stands is shown when it does. */
export function notify(notice: Toast): void {
  if (show) show(notice)
  else queued.push(notice)
}

export const notifySuccess = (text: string): void => notify({ text, tone: 'success' })
export const notifyError = (text: string): void => notify({ text, tone: 'danger' })

/** Sets where notices appear; returns a function that takes it away. */
export function setToastRenderer(next: Show): () => void {
  show = next
  for (const notice of queued.splice(0)) next(notice)
  return () => {
    if (show === next) show = null
  }
}

/** Notices to the person. Anyone may say one; the toaster of the shell shows them and reads them to screen readers. */

export type NoticeTone = 'success' | 'danger' | 'warning' | 'primary'

export interface Notice {
  readonly text: string
  readonly tone: NoticeTone
  /** Milliseconds it stays; absent = as long as its tone says. */
  readonly stay?: number
  /** Something the person can do about it, for example undo. */
  readonly action?: { readonly text: string; readonly run: () => void }
}

type Show = (notice: Notice) => void

let show: Show | null = null
const waiting: Notice[] = []

/** Shows a notice; one said before the toaster stands is shown when it does. */
export function tell(notice: Notice): void {
  if (show) show(notice)
  else waiting.push(notice)
}

export const tellSuccess = (text: string): void => tell({ text, tone: 'success' })
export const tellError = (text: string): void => tell({ text, tone: 'danger' })

/** Sets where notices appear; returns a function that takes it away. */
export function showNoticesWith(next: Show): () => void {
  show = next
  for (const notice of waiting.splice(0)) next(notice)
  return () => {
    if (show === next) show = null
  }
}

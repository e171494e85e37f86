/**
 * Progress of the line at the top. It covers navigations and calls: the first one starts it, the last one finishes it.
 */
import { proxy } from 'valtio'

/** Share shown immediately, milliseconds between the slow steps, milliseconds until the line disappears. */
const progressPace = { minimum: 0.08, trickle: 800, speed: 200 } as const

/** `share` 0…1; null = the line is not shown. */
export const progress = proxy<{ share: number | null }>({ share: null })

let pendingCount = 0
let timer: ReturnType<typeof setInterval> | undefined
let leaving: ReturnType<typeof setTimeout> | undefined

/** Something the user waits for has started; call `endProgress` once when it is over. */
export function beginProgress(): void {
  pendingCount += 1
  if (pendingCount > 1) return
  clearTimeout(leaving)
  progress.share = progressPace.minimum
  timer = setInterval(advance, progressPace.trickle)
}

export function endProgress(): void {
  pendingCount = Math.max(0, pendingCount - 1)
  if (pendingCount > 0) return
  clearInterval(timer)
  progress.share = 1
  clearTimeout(leaving)
  leaving = setTimeout(() => {
    progress.share = null
  }, progressPace.speed)
}

/** Slows down with progress and never reaches the end by itself. */
function advance(): void {
  const share = progress.share ?? progressPace.minimum
  progress.share = Math.min(0.94, share + (1 - share) * 0.12)
}

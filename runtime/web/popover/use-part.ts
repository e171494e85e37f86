import { useEffect, useState } from 'react'
import { errorText } from '../api/api-error.ts'
import type { LazyComponent } from '../loading/lazy-component.tsx'
import { notifyError } from '../toasts/notify.ts'

/**
 * Whether the part can be rendered: its code is loaded once the part is needed. A failure is told, and leaves what is
 * on the screen as it is; the next time the part is needed, its code is loaded again.
 */
export function usePart({ preload }: Pick<LazyComponent<never>, 'preload'>, isNeeded: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isNeeded || isLoaded) return undefined
    let isCurrent = true
    preload().then(
      () => {
        if (isCurrent) setLoaded(true)
      },
      (error: unknown) => {
        if (isCurrent) notifyError(errorText(error))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [preload, isNeeded, isLoaded])
  return isLoaded
}

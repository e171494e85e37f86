import { useEffect, useState } from 'react'
import type { LazyComponent } from '../loading/lazy-component.tsx'
import { notifyNotLoaded } from './notify-not-loaded.ts'

/**
 * Whether the part can be rendered: its code is loaded once the part is needed. A failure is told, and leaves what is
 * on the screen as it is.
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
      () => {
        if (isCurrent) notifyNotLoaded()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [preload, isNeeded, isLoaded])
  return isLoaded
}

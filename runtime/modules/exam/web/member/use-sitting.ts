import { useEffect, useState, useSyncExternalStore } from 'react'
import { Sitting, type SittingState } from './sitting.ts'

/** The attempt of a paper in this window. */
export function useSitting(paper: number): { readonly sitting: Sitting; readonly state: SittingState } {
  const [sitting] = useState(() => new Sitting(paper))
  const state = useSyncExternalStore(sitting.subscribe, sitting.read)
  useEffect(() => {
    void sitting.open()
    const note = (): void => sitting.noteVisibility(document.hidden)
    const send = (): void => void sitting.save()
    document.addEventListener('visibilitychange', note)
    const beginPrint = (): void => sitting.excuseAbsence(true)
    const endPrint = (): void => sitting.excuseAbsence(false)
    window.addEventListener('online', send)
    window.addEventListener('beforeprint', beginPrint)
    window.addEventListener('afterprint', endPrint)
    return () => {
      document.removeEventListener('visibilitychange', note)
      window.removeEventListener('online', send)
      window.removeEventListener('beforeprint', beginPrint)
      window.removeEventListener('afterprint', endPrint)
      sitting.dispose()
    }
  }, [sitting])
  return { sitting, state }
}

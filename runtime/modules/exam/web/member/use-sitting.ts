import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTopic } from 'tablewright/web'
import { attemptTopic } from '../../shared/room-topics.ts'
import { Sitting, type SittingState, type Target } from './sitting.ts'

/** The attempt of a paper, or in a room, in this window. */
export function useSitting(target: Target): { readonly sitting: Sitting; readonly state: SittingState } {
  const [sitting] = useState(() => new Sitting(target))
  const state = useSyncExternalStore(sitting.subscribe, sitting.read)
  // The desk of a room sees who is connected, and its messages arrive at once.
  const isConnected = state.isInRoom && state.phase === 'working'
  useTopic(isConnected ? attemptTopic(state.attempt) : null, { as: 'member', onChange: () => void sitting.poll() })
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

/** The one blocker of the workspace: the router consults only one. Rendered while some page has something to lose. */
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router-dom'
import { useWorkspace } from './workspace.ts'

export function RouterHold() {
  const { mustWait, setHeld } = useWorkspace()
  const latest = useRef(mustWait)
  latest.current = mustWait
  const blocker = useBlocker(({ nextLocation }) => latest.current(nextLocation.pathname))
  useEffect(() => {
    setHeld(blocker.state === 'blocked' ? blocker : null)
    return () => setHeld(null)
  }, [blocker, setHeld])
  return null
}

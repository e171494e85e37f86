/** The one blocker of the workspace: the router consults only one. Rendered while some page has something to lose. */
import { useCallback, useEffect } from 'react'
import { useBlocker, type BlockerFunction } from 'react-router-dom'
import { useLatest } from '../../react/use-latest.ts'
import { useWorkspace } from './workspace.ts'

export function RouterHold() {
  const { mustWait, setHeld } = useWorkspace()
  const latest = useLatest(mustWait)
  const blocker = useBlocker(
    useCallback<BlockerFunction>(({ nextLocation }) => latest.current(nextLocation.pathname), [latest]),
  )
  useEffect(() => {
    setHeld(blocker.state === 'blocked' ? blocker : null)
    return () => setHeld(null)
  }, [blocker, setHeld])
  return null
}

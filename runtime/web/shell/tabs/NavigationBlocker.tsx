/** The one blocker of the workspace, as the router consults only one. Active while some page has unsaved changes. */
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useBlocker, type BlockerFunction } from 'react-router-dom'
import { useLatest } from '../../react/use-latest.ts'
import { useWorkspace } from './workspace.ts'

export function NavigationBlocker() {
  const { hasGuards, subscribeGuards } = useWorkspace()
  return useSyncExternalStore(subscribeGuards, hasGuards) ? <Blocker /> : null
}

function Blocker() {
  const { mustBlock, setBlocked } = useWorkspace()
  const latest = useLatest(mustBlock)
  const blocker = useBlocker(
    useCallback<BlockerFunction>(({ nextLocation }) => latest.current(nextLocation.pathname), [latest]),
  )
  useEffect(() => {
    setBlocked(blocker.state === 'blocked' ? blocker : null)
    return () => setBlocked(null)
  }, [blocker, setBlocked])
  return null
}

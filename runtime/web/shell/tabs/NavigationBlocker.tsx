/** The one blocker of the workspace, for all its pages. */
import { useEffect } from 'react'
import { useBlocker } from '../../core/page/router.tsx'
import { useWorkspace } from './workspace.ts'

export function NavigationBlocker() {
  const { mustBlock, setBlocked } = useWorkspace()
  const blocked = useBlocker(({ pathname }) => mustBlock(pathname))
  useEffect(() => {
    setBlocked(blocked)
    return () => setBlocked(null)
  }, [blocked, setBlocked])
  return null
}

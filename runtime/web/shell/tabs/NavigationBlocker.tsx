/** The one blocker of the workspace, as the router consults only one. Active while some page has unsaved changes. */
import { useEffect, useSyncExternalStore } from 'react'
import { useBlocker } from '../../page/router.tsx'
import { UnsavedTabsDialog } from './unsaved-dialog.ts'
import { useWorkspace } from './workspace.ts'

export function NavigationBlocker() {
  const { hasGuards, subscribeGuards } = useWorkspace()
  return useSyncExternalStore(subscribeGuards, hasGuards) ? <Blocker /> : null
}

function Blocker() {
  const { mustBlock, setBlocked } = useWorkspace()
  const blocked = useBlocker(({ pathname }) => mustBlock(pathname))
  useEffect(() => void UnsavedTabsDialog.preload().catch(() => undefined), [])
  useEffect(() => {
    setBlocked(blocked)
    return () => setBlocked(null)
  }, [blocked, setBlocked])
  return null
}

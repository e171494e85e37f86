/** The actions of tabs, which ask first when a tab has unsaved changes. */
import { useState } from 'react'
import { tabView } from './tab-view.ts'
import { useWorkspace } from './workspace.ts'

export interface TabActions {
  readonly reload: (id: string) => void
  readonly close: (id: string) => void
  readonly closeOthers: (id: string) => void
  readonly closeAll: () => void
  readonly fullScreen: () => void
  /** A confirmation was asked for. */
  readonly hasAsked: boolean
  /** The action that waits for confirmation; null = none does. */
  readonly pendingAction: (() => void) | null
  readonly confirm: (goOn: boolean) => void
}

export function useTabActions(): TabActions {
  const { tabs, wouldLose, reload, close } = useWorkspace()
  const [pendingAction, setWaiting] = useState<(() => void) | null>(null)
  const [hasAsked, setAsked] = useState(false)
  const confirmUnsaved = (ids: readonly string[], action: () => void): void => {
    if (ids.length === 0) return
    if (!wouldLose(ids)) return action()
    setAsked(true)
    setWaiting(() => action)
  }
  const closeAsking = (ids: readonly string[]): void => confirmUnsaved(ids, () => close(ids))
  return {
    hasAsked,
    pendingAction,
    reload: (id) => confirmUnsaved([id], () => reload(id)),
    close: (id) => closeAsking([id]),
    closeOthers: (id) => closeAsking(tabs.filter((tab) => tab.id !== id).map((tab) => tab.id)),
    closeAll: () => closeAsking(tabs.map((tab) => tab.id)),
    fullScreen: () => {
      tabView.state.tabFullScreen = !tabView.state.tabFullScreen
    },
    confirm: (goOn) => {
      setWaiting(null)
      if (goOn) pendingAction?.()
    },
  }
}

/** The actions of tabs, which ask first when a tab has unsaved changes. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { useAdminT } from '../admin/texts.ts'
import { tabView } from './tab-view.ts'
import { useWorkspace } from './workspace.ts'

export interface TabActions {
  readonly reload: (id: string) => void
  readonly close: (id: string) => void
  readonly closeOthers: (id: string) => void
  readonly closeAll: () => void
  readonly fullScreen: () => void
  /** The action that waits for confirmation; null = none does. */
  readonly pendingAction: (() => void) | null
  readonly confirm: (goOn: boolean) => void
}

export function useTabActions(): TabActions {
  const { tabs, wouldLose, reload, close } = useWorkspace()
  const [pendingAction, setWaiting] = useState<(() => void) | null>(null)
  const confirmUnsaved = (ids: readonly string[], action: () => void): void => {
    if (ids.length === 0) return
    if (wouldLose(ids)) setWaiting(() => action)
    else action()
  }
  const closeAsking = (ids: readonly string[]): void => confirmUnsaved(ids, () => close(ids))
  return {
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

/** Asks before tabs with unsaved input go. */
export function UnsavedTabsDialog({ actions: { pendingAction, confirm } }: { readonly actions: TabActions }) {
  const t = useAdminT()
  return (
    <Dialog
      isOpen={pendingAction !== null}
      onClose={() => confirm(false)}
      title={t('tabs.unsaved')}
      isCloseButtonShown={false}
    >
      <DialogBody>{t('tabs.unsavedText')}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button intent="danger" variant="outlined" text={t('tabs.goOn')} onClick={() => confirm(true)} />
            <Button intent="primary" autoFocus text={t('tabs.stay')} onClick={() => confirm(false)} />
          </>
        }
      />
    </Dialog>
  )
}

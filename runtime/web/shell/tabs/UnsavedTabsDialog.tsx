/** Asks before tabs with unsaved input go. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useAdminT } from '../admin/texts.ts'
import type { TabActions } from './tab-actions.ts'

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

/** Asks before the layout is reset to its defaults. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useAdminT } from '../admin/texts.ts'
import { layoutBeforeNarrow, config, defaultLayout } from '../../core/preferences/store.ts'

export function ResetDialog({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const t = useAdminT()
  const reset = (): void => {
    resetLayout()
    close()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('layout.resetTitle')} isCloseButtonShown={false}>
      <DialogBody>{t('layout.resetText')}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('layout.cancel')} autoFocus onClick={close} />
            <Button intent="primary" text={t('layout.reset')} onClick={reset} />
          </>
        }
      />
    </Dialog>
  )
}

/** A narrow window keeps its layout; the defaults apply when it is wide again. */
function resetLayout(): void {
  const { shrink } = config.layout
  const plain = defaultLayout()
  if (shrink) layoutBeforeNarrow.layout = { layoutMode: plain.layoutMode, menuCollapse: plain.menuCollapse }
  Object.assign(config.layout, plain, shrink && { layoutMode: 'Classic', menuCollapse: true, shrink })
}

/** Asks before the layout returns to its defaults. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useAdminTexts } from '../admin/texts.ts'
import { beforeShrink, config, plainLayout } from '../../preferences/store.ts'

export function ResetDialog({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const say = useAdminTexts()
  const reset = (): void => {
    resetLayout()
    close()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={say('layout.resetTitle')} isCloseButtonShown={false}>
      <DialogBody>{say('layout.resetText')}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={say('layout.cancel')} autoFocus onClick={close} />
            <Button intent="primary" text={say('layout.reset')} onClick={reset} />
          </>
        }
      />
    </Dialog>
  )
}

/** A narrow window stays as it is; its defaults come when it is wide. */
function resetLayout(): void {
  const { shrink } = config.layout
  const plain = plainLayout()
  if (shrink) beforeShrink.layout = { layoutMode: plain.layoutMode, menuCollapse: plain.menuCollapse }
  Object.assign(config.layout, plain, shrink && { layoutMode: 'Classic', menuCollapse: true, shrink })
}

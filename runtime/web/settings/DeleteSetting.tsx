import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { errorText } from '../core/api/api-error.ts'
import { notifyError } from '../core/notify.ts'
import { removeSetting, type Setting } from './settings.ts'
import { useT } from './texts.ts'

/** Deletes a setting that was added, with its value; asks before. */
export function DeleteSetting({ setting, onDone }: { readonly setting: Setting; readonly onDone: () => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await removeSetting(setting)
      setOpen(false)
      onDone()
    } catch (error) {
      notifyError(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="minimal"
        size="small"
        icon={<Trash />}
        aria-label={t('delete-setting', { name: setting.title })}
        data-tip={t('delete')}
        onClick={() => setOpen(true)}
      />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        canEscapeKeyClose={!isBusy}
        canOutsideClickClose={false}
        transitionDuration={100}
        title={t('delete-setting', { name: setting.title })}
        isCloseButtonShown={false}
        role="alertdialog"
        className="settings-dialog"
      >
        <DialogBody>{t('delete-lead')}</DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} disabled={isBusy} onClick={() => setOpen(false)} autoFocus />
              <Button intent="danger" text={t('delete')} loading={isBusy} onClick={() => void remove()} />
            </>
          }
        />
      </Dialog>
    </>
  )
}

/** Asks before the second factor of another account is reset, which lets its password alone sign in. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { errorText } from '../../../core/api/api-error.ts'
import { FormRefusal } from '../fields.tsx'
import { useT } from '../texts.ts'
import { resetFactor } from './calls.ts'

interface ResetFactorDialogProps {
  readonly adminId: number
  /** What the account is called. */
  readonly name: string
  /** Called when it has been reset. */
  readonly onDone: () => void
  /** Called when the dialog has closed. */
  readonly onClose: () => void
}

export function ResetFactorDialog({ adminId, name, onDone, onClose }: ResetFactorDialogProps) {
  const t = useT()
  // Closed first and unmounted after the animation, so that the focus returns to the opener.
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const leave = (): void => setOpen(false)
  const reset = async (): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      await resetFactor(adminId)
      onDone()
      leave()
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      onClosed={onClose}
      canEscapeKeyClose={!isBusy}
      canOutsideClickClose={false}
      transitionDuration={100}
      title={t('factor-reset')}
      isCloseButtonShown={false}
      role="alertdialog"
      className="profile-dialog"
    >
      <DialogBody>
        <p>{t('reset-lead', { name })}</p>
        <FormRefusal text={refusal} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} disabled={isBusy} onClick={leave} autoFocus />
            <Button intent="danger" text={t('factor-reset')} loading={isBusy} onClick={() => void reset()} />
          </>
        }
      />
    </Dialog>
  )
}

/** The sessions of another account, over the list of accounts. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import './profile.css'
import { Sessions } from './Sessions.tsx'
import { useT } from './texts.ts'

export interface SessionsDialogProps {
  readonly adminId: number
  /** What the account is called. */
  readonly name: string
  /** Called when it has closed. */
  readonly onClose: () => void
}

export function SessionsDialog({ adminId, name, onClose }: SessionsDialogProps) {
  const t = useT()
  // Closed first and unmounted after the animation, so that the focus returns to the opener.
  const [isOpen, setOpen] = useState(true)
  const leave = () => setOpen(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      onClosed={onClose}
      transitionDuration={100}
      title={t('sessions-of', { name })}
      isCloseButtonShown={false}
      className="profile-dialog"
    >
      <DialogBody>
        <Sessions adminId={adminId} />
      </DialogBody>
      <DialogFooter actions={<Button text={t('close')} onClick={leave} />} />
    </Dialog>
  )
}

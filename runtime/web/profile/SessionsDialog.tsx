/** Where another account is signed in, over the list of accounts. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import './profile.css'
import { Sessions } from './Sessions.tsx'
import { useTexts } from './texts.ts'

export interface SessionsDialogProps {
  readonly adminId: number
  /** What the account is called. */
  readonly name: string
  readonly onClose: () => void
}

export function SessionsDialog({ adminId, name, onClose }: SessionsDialogProps) {
  const say = useTexts()
  return (
    <Dialog isOpen onClose={onClose} title={say('sessions-of', { name })} isCloseButtonShown={false} className="profile-dialog">
      <DialogBody><Sessions adminId={adminId} /></DialogBody>
      <DialogFooter actions={<Button text={say('close')} onClick={onClose} />} />
    </Dialog>
  )
}

import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { Say } from '../i18n/texts.ts'
import type { LeaveGuard } from './leave-guard.ts'
import type { RecordText } from '../fields/form-texts.ts'

/** Asks before unsaved changes are dropped. */
export function LeaveDialog({ guard, say }: { guard: LeaveGuard; say: Say<RecordText> }) {
  return (
    <Dialog
      isOpen={guard.isAsking}
      onClose={guard.stay}
      title={say('leave-title')}
      className="record-leave"
      isCloseButtonShown={false}
    >
      <DialogBody>{say('leave-text')}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={say('leave')} intent="danger" variant="outlined" onClick={guard.leave} />
            <Button text={say('stay')} intent="primary" autoFocus onClick={guard.stay} />
          </>
        }
      />
    </Dialog>
  )
}

import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { Translate } from '../../core/i18n/texts.ts'
import type { LeaveGuard } from './leave-guard.ts'
import type { RecordText } from '../../fields/form-texts.ts'

/** Asks before unsaved changes are dropped. */
export function LeaveDialog({ guard, t }: { guard: LeaveGuard; t: Translate<RecordText> }) {
  return (
    <Dialog
      isOpen={guard.isAsking}
      onClose={guard.stay}
      title={t('leave-title')}
      className="record-leave"
      isCloseButtonShown={false}
    >
      <DialogBody>{t('leave-text')}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('leave')} intent="danger" variant="outlined" onClick={guard.leave} />
            <Button text={t('stay')} intent="primary" autoFocus onClick={guard.stay} />
          </>
        }
      />
    </Dialog>
  )
}

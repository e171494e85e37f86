/** Deletes the selected sheets, for a reason that the log keeps. */
import { Button, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { callRoute, notify, type ToolbarPartProps } from 'tablewright/web'
import { discard } from '../../shared/routes.ts'
import { useT } from '../texts.ts'

export function DiscardDialog({ ids, reload, deselect, onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      const { removed } = await callRoute(discard, { ids, reason })
      notify({ tone: 'success', text: t('discarded', { count: removed }) })
      deselect(ids)
      setOpen(false)
      await reload()
    } catch {
      // The refusal was shown; the reason stays.
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen={isOpen} title={t('discard')} onClose={() => setOpen(false)} onClosed={onClose}>
      <DialogBody>
        <p>{t('discard-note', { count: ids.length })}</p>
        <FormGroup label={t('reason')} labelFor="discard-reason">
          <InputGroup
            id="discard-reason"
            autoFocus
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={() => setOpen(false)} />
            <Button
              intent="danger"
              text={t('discard')}
              loading={isBusy}
              disabled={reason.trim() === ''}
              onClick={() => void remove()}
            />
          </>
        }
      />
    </Dialog>
  )
}

import { Button, Classes, Dialog } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import type { MachineActionModel } from '../../../protocol/index.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { useT } from './texts.ts'

interface UnsavedDialogProps {
  readonly action: MachineActionModel
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly onClosed: () => void
}

/** An action works on the saved record: asks what to do with unsaved changes. */
export function UnsavedDialog({ action, onSave, onDiscard, onClosed }: UnsavedDialogProps) {
  const t = useT()
  const label = action.label[useLanguage()]
  const [isOpen, setOpen] = useState(true)
  // The next dialog may take the focus only after this one has closed.
  const next = useRef<() => void>(() => undefined)
  const leave = (then: () => void): void => {
    next.current = then
    setOpen(false)
  }
  const stay = (): void => leave(() => undefined)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={stay}
      onClosed={() => {
        onClosed()
        next.current()
      }}
      canOutsideClickClose={false}
      isCloseButtonShown={false}
      transitionDuration={100}
      title={t('unsaved-title')}
      className="action-dialog"
      role="alertdialog"
    >
      <div className={Classes.DIALOG_BODY}>{t('unsaved-text', { action: label })}</div>
      <div className={Classes.DIALOG_FOOTER}>
        <div className={`${Classes.DIALOG_FOOTER_ACTIONS} action-unsaved`}>
          <Button text={t('stay')} onClick={stay} />
          <Button
            intent="danger"
            variant="outlined"
            text={t('drop-first', { action: label })}
            onClick={() => leave(onDiscard)}
          />
          <Button intent="primary" text={t('save-first', { action: label })} autoFocus onClick={() => leave(onSave)} />
        </div>
      </div>
    </Dialog>
  )
}

import { Button } from '@blueprintjs/core'
import { Envelope } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { recordName } from '../../../fields/record-names.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { registerCommands } from '../../../core/page/commands.ts'
import { useIsPageActive } from '../../../core/page/page.ts'
import { useIsNarrow } from '../../../core/preferences/narrow-window.ts'
import { emptyDraft, type MailButtonProps, type MailDialogProps } from './draft.ts'
import { useT } from './texts.ts'

const MailDialog = lazyComponent<MailDialogProps>(async () => (await import('./MailDialog.tsx')).MailDialog)

/** Opens the dialog, also from the palette. What was typed in it stays until the mail is sent. */
export function MailButton({ model, row, isDirty }: MailButtonProps) {
  const t = useT()
  const isNarrow = useIsNarrow()
  const isActive = useIsPageActive()
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState(emptyDraft)
  const name = recordName(model, row)
  const label = t('send')
  useEffect(() => {
    if (!isActive) return
    return registerCommands(() => [
      {
        key: 'record mail',
        group: 'record' as const,
        title: label,
        hint: name,
        icon: 'envelope',
        words: 'mail email',
        run: () => setOpen(true),
      },
    ])
  }, [isActive, label, name])
  return (
    <>
      <Button
        variant="minimal"
        icon={<Envelope />}
        text={isNarrow ? undefined : label}
        aria-label={isNarrow ? label : undefined}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <MailDialog
          model={model}
          row={row}
          isDirty={isDirty}
          draft={draft}
          onDraft={setDraft}
          onClosed={(isSent) => {
            setOpen(false)
            if (isSent) setDraft(emptyDraft)
          }}
        />
      )}
    </>
  )
}

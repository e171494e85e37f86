/** The settings of the terminal: package manager and port for the site, cleaning up in this browser. */
import { Button, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup, Switch } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { SubmitButton } from '../../core/loading/SubmitButton.tsx'
import { packageManagers } from './commands.ts'
import { saveConfig } from './queue.ts'
import { terminal } from './store.ts'
import { useT } from './texts.ts'

/** @param only the package manager alone, from its own button */
export function ConfigDialog({ onlyManager, close }: { readonly onlyManager: boolean; readonly close: () => void }) {
  const t = useT()
  const id = useId()
  const [manager, setManager] = useState(terminal.packageManager)
  const [port, setPort] = useState(terminal.port)
  const [cleansUp, setCleansUp] = useState(terminal.automaticCleanupTask === '1')
  const [isSaving, setSaving] = useState(false)
  const isWrong = !/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      if (manager !== terminal.packageManager || port !== terminal.port) await saveConfig(manager, port)
      terminal.automaticCleanupTask = cleansUp ? '1' : '0'
      close()
    } catch {
      // The message was shown; what was chosen stays.
      setSaving(false)
    }
  }
  return (
    <Dialog isOpen onClose={close} title={t(onlyManager ? 'config.manager' : 'config')} isCloseButtonShown={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong && !isSaving) void save()
        }}
      >
        <DialogBody>
          <FormGroup
            label={onlyManager ? undefined : t('config.manager')}
            labelFor={`${id}-manager`}
            helperText={t('config.managerHint')}
          >
            <HTMLSelect
              id={`${id}-manager`}
              aria-label={t('config.manager')}
              fill
              autoFocus
              value={manager}
              options={[...packageManagers]}
              onChange={(event) => setManager(event.currentTarget.value)}
            />
          </FormGroup>
          {!onlyManager && (
            <>
              <PortInput id={id} port={port} isWrong={isWrong} onChange={setPort} />
              <Switch
                checked={cleansUp}
                label={t('config.cleanup')}
                onChange={(event) => setCleansUp(event.currentTarget.checked)}
              />
            </>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('config.cancel')} onClick={close} />
              <SubmitButton text={t('config.save')} isBusy={isSaving} disabled={isWrong} />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

interface PortInputProps {
  readonly id: string
  readonly port: string
  readonly isWrong: boolean
  readonly onChange: (port: string) => void
}

function PortInput({ id, port, isWrong, onChange }: PortInputProps) {
  const t = useT()
  return (
    <FormGroup
      label={t('config.port')}
      labelFor={`${id}-port`}
      intent={isWrong ? 'danger' : 'none'}
      helperText={<span id={`${id}-hint`}>{t(isWrong ? 'config.portWrong' : 'config.portHint')}</span>}
    >
      <InputGroup
        id={`${id}-port`}
        inputMode="numeric"
        value={port}
        intent={isWrong ? 'danger' : 'none'}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onValueChange={(value) => onChange(value.trim())}
      />
    </FormGroup>
  )
}

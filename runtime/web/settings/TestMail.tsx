/** Sends a mail by the settings as they are saved. */
import { InputGroup } from '@blueprintjs/core'
import { Envelope } from '@blueprintjs/icons'
import { useId, useState, type FormEvent } from 'react'
import { SubmitButton } from '../core/loading/SubmitButton.tsx'
import { ApiError, errorText } from '../core/api/api-error.ts'
import { sendTestMail } from './settings.ts'
import { useT } from './texts.ts'

/** @param isDisabled while there are unsaved settings, which the mail would not be sent by */
export function TestMail({ isDisabled }: { readonly isDisabled: boolean }) {
  const t = useT()
  const id = useId()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || isDisabled) return
    setBusy(true)
    setProblem('')
    try {
      await sendTestMail(address)
    } catch (error) {
      const refused = error instanceof ApiError ? error.refusal?.errors?.['testMail'] : undefined
      setProblem(refused ?? errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const note = problem || (isDisabled ? t('test-unsaved') : t('test-note'))
  return (
    <form className="settings-form settings-test" onSubmit={(event) => void submit(event)} noValidate>
      <div className="settings-row">
        <label htmlFor={id}>{t('test-address')}</label>
        <div>
          <div className="settings-test-row">
            <InputGroup
              id={id}
              fill
              type="email"
              autoComplete="off"
              value={address}
              intent={problem ? 'danger' : 'none'}
              aria-invalid={problem !== '' || undefined}
              aria-describedby={`${id}-note`}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            <SubmitButton
              intent="none"
              icon={<Envelope />}
              text={t('test-send')}
              isBusy={isBusy}
              disabled={isDisabled}
            />
          </div>
          <p
            id={`${id}-note`}
            className="settings-note"
            data-wrong={problem !== '' || undefined}
            role={problem ? 'alert' : undefined}
          >
            {note}
          </p>
        </div>
      </div>
    </form>
  )
}

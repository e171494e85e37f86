import { Button } from '@blueprintjs/core'
import type { FormEvent } from 'react'
import { SubmitButton } from '../../../core/loading/SubmitButton.tsx'
import { FormRefusal, PasswordField } from '../fields.tsx'
import { useFormState } from '../form-state.ts'
import { useT } from '../texts.ts'
import type { Proof } from './calls.ts'
import { plainCode } from './code.ts'
import { CodeField } from './CodeField.tsx'

const names = ['current_password', 'totp_code'] as const
const none: Proof = { current_password: '', totp_code: '' }

interface ProofFormProps {
  /** What happens. */
  readonly lead: string
  readonly submitText: string
  readonly isDanger?: boolean
  readonly send: (proof: Proof) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for the password and a code before the second factor is changed. */
export function ProofForm({ lead, submitText, isDanger, send, onCancel }: ProofFormProps) {
  const t = useT()
  const { form, values, field, show, save, refusal, isSaving } = useFormState(names, none)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const code = plainCode(values.totp_code)
    const problems = {
      ...(values.current_password === '' && { current_password: t('current-required') }),
      ...(code === '' && { totp_code: t('code-required') }),
    }
    if (Object.keys(problems).length > 0) return show(problems)
    await save(() => send({ current_password: values.current_password, totp_code: code }))
  }
  return (
    <form ref={form} className="profile-form factor-form" onSubmit={(event) => void submit(event)} noValidate>
      <p className="tw-muted">{lead}</p>
      <FormRefusal text={refusal} />
      <PasswordField {...field('current_password')} autoComplete="current-password" strength={null} hasFocusFirst />
      <CodeField {...field('totp_code')} />
      <div className="profile-foot">
        <SubmitButton intent={isDanger ? 'danger' : 'primary'} text={submitText} isBusy={isSaving} />
        <Button variant="minimal" text={t('cancel')} onClick={onCancel} />
      </div>
    </form>
  )
}

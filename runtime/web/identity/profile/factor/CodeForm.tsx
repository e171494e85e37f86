import type { FormEvent, ReactNode } from 'react'
import { SubmitButton } from '../../../core/loading/SubmitButton.tsx'
import { ignoreImeEnter } from '../../../core/react/ime-enter.ts'
import { notify } from '../../../core/notify.ts'
import { FormRefusal } from '../fields.tsx'
import { useFormState } from '../form-state.ts'
import '../profile.css'
import { useT } from '../texts.ts'
import { enterCode } from './calls.ts'
import { isWholeAppCode, plainCode } from './code.ts'
import { CodeField } from './CodeField.tsx'
import './factor.css'

const names = ['totp_code'] as const
const none = { totp_code: '' }

interface CodeFormProps {
  /** Called once the server has accepted the code. */
  readonly onDone: () => void
  /** What stands next to the button. */
  readonly children?: ReactNode
}

/** Asks for the second factor of a new session. Six digits are sent as soon as they are complete. */
export function CodeForm({ onDone, children }: CodeFormProps) {
  const t = useT()
  const { form, values, field, show, save, refusal, isSaving } = useFormState(names, none)
  const send = async (typed: string): Promise<void> => {
    const code = plainCode(typed)
    if (code === '') return show({ totp_code: t('code-required') })
    await save(async () => {
      const left = await enterCode({ totp_code: code })
      if (left !== null) notify({ text: t('recovery-used', { count: left }), tone: 'warning' })
      onDone()
    })
    // A wrong code is replaced as a whole.
    form.current?.querySelector<HTMLInputElement>('[name=totp_code]')?.select()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(values.totp_code)
  }
  const { onChange, ...props } = field('totp_code')
  const change = (value: string): void => {
    onChange(value)
    if (isWholeAppCode(value)) void send(value)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- watches the keys of its input
    <form
      ref={form}
      className="profile-form factor-form"
      onSubmit={submit}
      onKeyDown={ignoreImeEnter}
      noValidate
      aria-busy={isSaving}
    >
      <FormRefusal text={refusal} />
      <CodeField {...props} onChange={change} hasFocusFirst />
      <div className="profile-foot">
        <SubmitButton text={t('code-submit')} isBusy={isSaving} />
        {children}
      </div>
    </form>
  )
}

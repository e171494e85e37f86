import { useState, type FormEvent } from 'react'
import { PasswordInput, postData, TextInput, useForm, SubmitButton } from 'tablewright/web'
import { CodeField, type Channel } from '../CodeField.tsx'
import { Refusal } from '../Refusal.tsx'
import { useT } from './code-texts.ts'
import { ChannelChoice } from './ChannelChoice.tsx'

interface RecoverFormProps {
  readonly channels: readonly Channel[]
  readonly onDone: () => void
}

/** Sets a new password with a code that is sent to an address of the account. */
export function RecoverForm({ channels, onDone }: RecoverFormProps) {
  const t = useT()
  const [type, setType] = useState<Channel>(channels[0] ?? 'email')
  const { form, values, field, send, refusal, isBusy } = useForm({ account: '', captcha: '', password: '' })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isDone = await send(() => postData('/api/account/retrievePassword', { type, ...values }, { quiet: true }))
    if (isDone) onDone()
  }
  return (
    <form {...form} className="tw-sign-in-form" onSubmit={(event) => void submit(event)}>
      <Refusal text={refusal} />
      <ChannelChoice channels={channels} value={type} onChange={setType} />
      <TextInput
        {...field('account', type)}
        label={t(type)}
        autoComplete={type === 'email' ? 'email' : 'tel'}
        hasFocusFirst
      />
      <CodeField field={field('captcha')} channel={type} to={values.account} event="user_retrieve_pwd" send={send} />
      <PasswordInput {...field('password')} label={t('new-password')} autoComplete="new-password" />
      <SubmitButton size="large" fill isBusy={isBusy} text={t('submit-recover')} />
    </form>
  )
}

import { useState, type FormEvent } from 'react'
import { PasswordInput, postData, saveMember, TextInput, useForm, SubmitButton } from 'tablewright/web'
import { CodeField, type Channel } from '../CodeField.tsx'
import { Refusal } from '../Refusal.tsx'
import { useT } from './code-texts.ts'
import { ChannelChoice } from './ChannelChoice.tsx'

/** A registration signs the member in at once. */
export function RegisterForm({ channels }: { readonly channels: readonly Channel[] }) {
  const t = useT()
  const [channel, setChannel] = useState<Channel>(channels[0] ?? 'email')
  const { form, values, field, send, refusal, isBusy } = useForm({ username: '', to: '', captcha: '', password: '' })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const { username, password, captcha, to } = values
    const body = { tab: 'register', registerType: channel, username, password, captcha, [channel]: to }
    void send(async () => {
      const { userInfo } = await postData<{ userInfo: object }>('/api/user/checkIn', body, { quiet: true })
      saveMember(userInfo)
    })
  }
  return (
    <form {...form} className="tw-sign-in-form" onSubmit={submit}>
      <Refusal text={refusal} />
      <TextInput {...field('username')} label={t('username')} autoComplete="username" hasFocusFirst />
      <PasswordInput {...field('password')} label={t('password')} autoComplete="new-password" />
      <ChannelChoice channels={channels} value={channel} onChange={setChannel} />
      <TextInput {...field('to', channel)} label={t(channel)} autoComplete={channel === 'email' ? 'email' : 'tel'} />
      <CodeField field={field('captcha')} channel={channel} to={values.to} event="user_register" send={send} />
      <SubmitButton size="large" fill isBusy={isBusy} text={t('submit-register')} />
    </form>
  )
}

import { Checkbox } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import {
  ApiError,
  CaptchaDialog,
  PasswordInput,
  postData,
  saveMember,
  type SolvedCaptcha,
  TextInput,
  useForm,
  SubmitButton,
} from 'tablewright/web'
import { Refusal } from '../Refusal.tsx'
import { useT } from './texts.ts'

/** Name and password; the captcha comes when the site or the server asks for one. */
export function LoginForm({ needsCaptcha }: { readonly needsCaptcha: boolean }) {
  const t = useT()
  const { form, values, field, send, setErrors, refusal, isBusy } = useForm({ username: '', password: '' })
  const [keep, setKeep] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const signIn = (solved?: SolvedCaptcha): void => {
    setAsking(false)
    void send(async () => {
      try {
        const { userInfo } = await postData<{ userInfo: object }>(
          '/api/user/checkIn',
          { tab: 'login', ...values, keep, ...solved },
          { quiet: true },
        )
        saveMember(userInfo)
      } catch (error) {
        const needsCaptcha = error instanceof ApiError && error.refusal?.errors?.['captchaInfo'] !== undefined
        // The server has just asked for a captcha; the same input is sent again with it.
        if (needsCaptcha && !solved) return setAsking(true)
        throw error
      }
    })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const missing = Object.entries(values).filter(([, value]) => value === '')
    if (missing.length > 0) return setErrors(Object.fromEntries(missing.map(([name]) => [name, t('required')])))
    if (needsCaptcha) setAsking(true)
    else signIn()
  }
  return (
    <>
      <form {...form} className="tw-sign-in-form" onSubmit={submit}>
        <Refusal text={refusal} />
        <TextInput {...field('username')} label={t('name')} autoComplete="username" hasFocusFirst />
        <PasswordInput {...field('password')} label={t('password')} autoComplete="current-password" />
        <Checkbox checked={keep} label={t('keep')} onChange={(event) => setKeep(event.currentTarget.checked)} />
        <SubmitButton size="large" fill isBusy={isBusy} text={t('submit-login')} />
      </form>
      {isAsking && <CaptchaDialog onSolved={signIn} onCancel={() => setAsking(false)} />}
    </>
  )
}

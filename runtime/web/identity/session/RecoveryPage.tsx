/** A new password for who forgot the old one: first the account, then the code that was sent to its mail address. */
import { Button, Callout } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import { SubmitButton } from '../../core/loading/SubmitButton.tsx'
import { describeFieldProblem } from '../../../i18n/field-problems.ts'
import { ApiError } from '../../core/api/api-error.ts'
import { postData } from '../../core/api/client.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import { ignoreImeEnter } from '../../core/react/ime-enter.ts'
import type { SolvedCaptcha } from './captcha/calls.ts'
import { clockText, useCountdown } from './countdown.ts'
import { PasswordInput, TextInput } from './SignInInputs.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { useForm } from './use-form.ts'
import { useT } from './recovery-texts.ts'

const CaptchaDialog = lazyComponent(async () => (await import('./captcha/CaptchaDialog.tsx')).CaptchaDialog)

/** Seconds until another code can be requested, as the server counts them. */
const pauseSeconds = 60

interface RecoveryPageProps {
  /** The new password is stored. */
  readonly onDone: () => void
  readonly onBack: () => void
}

export function RecoveryPage({ onDone, onBack }: RecoveryPageProps) {
  const t = useT()
  const language = useLanguage()
  const { form, values, set, field, setErrors, send, refusal, isBusy } = useForm({
    account: '',
    recovery_code: '',
    password: '',
  })
  /** The account a code was requested for; null = none yet. */
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isCaptchaOpen, setCaptchaOpen] = useState(false)
  const pause = useCountdown()
  const account = values.account.trim()
  const askCode = (): void => {
    if (account === '') return setErrors({ account: t('account-required') })
    setCaptchaOpen(true)
  }
  const sendCode = async (solved: SolvedCaptcha): Promise<void> => {
    setCaptchaOpen(false)
    const isSent = await send(async () => {
      await postData('/admin/Index/sendRecoveryCode', { account, ...solved }, { quiet: true }).catch(wordCaptcha)
    })
    if (!isSent) return
    pause.start(pauseSeconds)
    set('recovery_code', '')
    setSentTo(account)
  }
  const save = async (): Promise<void> => {
    // By characters, as the server counts them.
    const length = [...values.password].length
    const errors = {
      ...(values.recovery_code.trim() === '' && { recovery_code: t('code-required') }),
      ...((length < 8 || length > 64) && { password: describeFieldProblem(language, { rule: 'password' }) }),
    }
    if (Object.keys(errors).length > 0) return setErrors(errors)
    const change = { account: sentTo, recovery_code: values.recovery_code, password: values.password }
    const call = () => postData('/admin/Index/resetPassword', change, { quiet: true })
    if (await send(call)) onDone()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy) return
    if (sentTo === null) askCode()
    else void save()
  }
  return (
    <SignInLayout heading={t('heading')} lead={t(sentTo === null ? 'lead' : 'lead-code')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- watches the keys of its inputs */}
      <form {...form} className="tw-sign-in-form" onSubmit={submit} onKeyDown={ignoreImeEnter}>
        <Messages refusal={refusal} sentTo={sentTo} />
        {sentTo === null ? (
          <TextInput {...field('account')} label={t('account')} autoComplete="username" hasFocusFirst />
        ) : (
          <>
            <TextInput {...field('recovery_code')} label={t('code')} autoComplete="one-time-code" hasFocusFirst />
            <PasswordInput {...field('password')} label={t('password')} autoComplete="new-password" />
            <p className="tw-field-hint">{t('password-hint')}</p>
          </>
        )}
        <SubmitButton size="large" fill isBusy={isBusy} text={t(sentTo === null ? 'send' : 'save')} />
      </form>
      <div className="tw-sign-in-others">
        {sentTo !== null && (
          <OtherChoices secondsLeft={pause.left} onRequest={askCode} onOtherAccount={() => setSentTo(null)} />
        )}
        <Button variant="minimal" intent="primary" text={t('back')} onClick={onBack} />
      </div>
      {isCaptchaOpen && (
        <CaptchaDialog onSolved={(solved) => void sendCode(solved)} onCancel={() => setCaptchaOpen(false)} />
      )}
    </SignInLayout>
  )
}

interface MessagesProps {
  readonly refusal: string | null
  readonly sentTo: string | null
}

/** Both elements are always there: screen readers announce a text that comes into one. */
function Messages({ refusal, sentTo }: MessagesProps) {
  const t = useT()
  return (
    <>
      <div role="alert">
        {refusal !== null && (
          <Callout intent="danger" compact className="tw-sign-in-refusal">
            {refusal}
          </Callout>
        )}
      </div>
      <div role="status">
        {sentTo !== null && refusal === null && (
          <Callout compact className="tw-sign-in-refusal">
            {t('sent', { account: sentTo })}
          </Callout>
        )}
      </div>
    </>
  )
}

interface OtherChoicesProps {
  /** Until another code can be requested. */
  readonly secondsLeft: number
  readonly onRequest: () => void
  readonly onOtherAccount: () => void
}

/** Another code or another account, once a code was requested. */
function OtherChoices({ secondsLeft, onRequest, onOtherAccount }: OtherChoicesProps) {
  const t = useT()
  return (
    <>
      <Button
        variant="minimal"
        intent="primary"
        aria-disabled={secondsLeft > 0}
        text={secondsLeft > 0 ? t('again-wait', { time: clockText(secondsLeft) }) : t('again')}
        onClick={() => secondsLeft === 0 && onRequest()}
      />
      <Button variant="minimal" intent="primary" text={t('other-account')} onClick={onOtherAccount} />
    </>
  )
}

/** The captcha has no input on this page, so that what is wrong with it is said as the refusal. */
function wordCaptcha(error: unknown): never {
  const text = error instanceof ApiError ? error.refusal?.errors?.['captchaInfo'] : undefined
  throw text === undefined ? error : new Error(text)
}

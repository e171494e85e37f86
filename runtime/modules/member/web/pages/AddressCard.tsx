/** One address of a member: shown, and changed with a code to the current and one to the new address. */
import { Button } from '@blueprintjs/core'
import { useId, useState, type FormEvent } from 'react'
import { useSnapshot } from 'valtio'
import { member, PasswordInput, postData, TextInput, useForm, SubmitButton } from 'tablewright/web'
import { CodeField, type Channel } from '../CodeField.tsx'
import { reloadMember } from '../centre.ts'
import { Refusal } from '../Refusal.tsx'
import { useT } from '../texts.ts'

interface AddressCardProps {
  readonly channel: Channel
  /** The site can send to such addresses. */
  readonly isOpen: boolean
}

type Step = 'shown' | 'verify' | 'change'

export function AddressCard({ channel, isOpen }: AddressCardProps) {
  const t = useT()
  const heading = useId()
  const address = useSnapshot(member)[channel]
  const [step, setStep] = useState<Step>('shown')
  const [pass, setPass] = useState<string | null>(null)
  const close = (): void => {
    setStep('shown')
    setPass(null)
  }
  return (
    <section className="tw-card" aria-labelledby={heading}>
      <h2 id={heading}>{t(channel)}</h2>
      <p className="member-address">{address === '' ? t('address-none') : address}</p>
      {!isOpen && <p className="tw-muted">{t('address-off')}</p>}
      {isOpen && step === 'shown' && (
        <Button
          text={t(address === '' ? 'bind' : 'change')}
          onClick={() => setStep(address === '' ? 'change' : 'verify')}
        />
      )}
      {step === 'verify' && (
        <VerifyForm
          channel={channel}
          address={address}
          onCancel={close}
          onDone={(token) => {
            setPass(token)
            setStep('change')
          }}
        />
      )}
      {step === 'change' && <ChangeForm channel={channel} pass={pass} onClose={close} />}
    </section>
  )
}

interface VerifyFormProps {
  readonly channel: Channel
  readonly address: string
  readonly onDone: (token: string) => void
  readonly onCancel: () => void
}

function VerifyForm({ channel, address, onDone, onCancel }: VerifyFormProps) {
  const t = useT()
  const { form, values, field, send, refusal, isBusy } = useForm({ password: '', captcha: '' })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      const { accountVerificationToken } = await postData<{ accountVerificationToken: string }>(
        '/api/account/verification',
        { type: channel, captcha: values.captcha },
        { quiet: true },
      )
      onDone(accountVerificationToken)
    })
  }
  return (
    <form {...form} className="member-form" onSubmit={submit}>
      <p className="tw-muted">{t('verify-lead', { address })}</p>
      <Refusal text={refusal} />
      <PasswordInput {...field('password')} label={t('current-password')} autoComplete="current-password" />
      <CodeField
        field={field('captcha')}
        channel={channel}
        to={address}
        event={`user_${channel}_verify`}
        password={values.password}
        send={send}
      />
      <div className="member-actions">
        <SubmitButton isBusy={isBusy} text={t('verify')} />
        <Button text={t('cancel')} onClick={onCancel} />
      </div>
    </form>
  )
}

interface ChangeFormProps {
  readonly channel: Channel
  /** Proves that the current address was verified; null = there is none, so the password proves it. */
  readonly pass: string | null
  readonly onClose: () => void
}

function ChangeForm({ channel, pass, onClose }: ChangeFormProps) {
  const t = useT()
  const { form, values, field, send, refusal, isBusy } = useForm({ to: '', captcha: '', password: '' })
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const proof = pass === null ? { password: values.password } : { accountVerificationToken: pass }
    const body = { type: channel, [channel]: values.to, captcha: values.captcha, ...proof }
    const isDone = await send(async () => {
      await postData('/api/account/changeBind', body, { quiet: true, notifySuccess: true })
      await reloadMember()
    })
    if (isDone) onClose()
  }
  return (
    <form {...form} className="member-form" onSubmit={(event) => void submit(event)}>
      <Refusal text={refusal} />
      {pass === null && (
        <PasswordInput {...field('password')} label={t('current-password')} autoComplete="current-password" />
      )}
      <TextInput {...field('to', channel)} label={t(`bind-${channel}`)} autoComplete="off" />
      <CodeField
        field={field('captcha')}
        channel={channel}
        to={values.to}
        event={`user_change_${channel}`}
        send={send}
      />
      <div className="member-actions">
        <SubmitButton isBusy={isBusy} text={t('save')} />
        <Button text={t('cancel')} onClick={onClose} />
      </div>
    </form>
  )
}

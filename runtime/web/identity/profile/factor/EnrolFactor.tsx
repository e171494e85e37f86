/** Sets up an authenticator app: password, secret and first code, recovery codes. */
import { useState, type FormEvent, type ReactNode } from 'react'
import { SubmitButton } from '../../../core/loading/SubmitButton.tsx'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { FormRefusal, PasswordField, TextField } from '../fields.tsx'
import { useFormState } from '../form-state.ts'
import '../profile.css'
import { useT } from '../texts.ts'
import { confirmFactor, enrolFactor, type FactorSecret } from './calls.ts'
import { isWholeAppCode, plainCode } from './code.ts'
import { CopyButton } from './CopyButton.tsx'
import './factor.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const QrCode = lazyComponent(
  async () => (await import('../../../core/QrCode.tsx')).QrCode,
  () => <div className="factor-qr" />,
)

interface EnrolFactorProps {
  /** Called when the recovery codes have been kept: the factor is enabled. */
  readonly onDone: () => void
  /** Leaves the setup before the factor is enabled. */
  readonly cancel: ReactNode
}

export function EnrolFactor({ onDone, cancel }: EnrolFactorProps) {
  const [secret, setSecret] = useState<FactorSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (secret !== null) return <ConfirmForm secret={secret} onConfirmed={setCodes} cancel={cancel} />
  return <StartForm onStarted={setSecret} cancel={cancel} />
}

const startNames = ['current_password'] as const
const startNone = { current_password: '' }

function StartForm({
  onStarted,
  cancel,
}: {
  readonly onStarted: (secret: FactorSecret) => void
  readonly cancel: ReactNode
}) {
  const t = useT()
  const { form, values, field, show, save, refusal, isSaving } = useFormState(startNames, startNone)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (values.current_password === '') return show({ current_password: t('current-required') })
    await save(async () => onStarted(await enrolFactor(values)))
  }
  return (
    <form ref={form} className="profile-form factor-form" onSubmit={(event) => void submit(event)} noValidate>
      <p className="tw-muted">{t('factor-start')}</p>
      <FormRefusal text={refusal} />
      <PasswordField {...field('current_password')} autoComplete="current-password" strength={null} hasFocusFirst />
      <div className="profile-foot">
        <SubmitButton text={t('continue')} isBusy={isSaving} />
        {cancel}
      </div>
    </form>
  )
}

const confirmNames = ['totp_code'] as const
const confirmNone = { totp_code: '' }

function ConfirmForm({
  secret: { secret, address },
  onConfirmed,
  cancel,
}: {
  readonly secret: FactorSecret
  readonly onConfirmed: (codes: readonly string[]) => void
  readonly cancel: ReactNode
}) {
  const t = useT()
  const { form, values, field, show, save, refusal, isSaving } = useFormState(confirmNames, confirmNone)
  const send = async (typed: string): Promise<void> => {
    const code = plainCode(typed)
    if (code === '') return show({ totp_code: t('code-required-app') })
    await save(async () => onConfirmed(await confirmFactor({ totp_code: code })))
    form.current?.querySelector<HTMLInputElement>('[name=totp_code]')?.select()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(values.totp_code)
  }
  const { onChange, ...props } = field('totp_code')
  return (
    <form ref={form} className="profile-form factor-form" onSubmit={submit} noValidate>
      <ol className="factor-steps">
        <li>
          <p>{t('factor-scan')}</p>
          <QrCode className="factor-qr" text={address} name={t('factor-qr')} />
          <p className="tw-muted">{t('factor-key')}</p>
          <p className="factor-key">
            <code aria-label={t('factor-key-name')}>{inGroups(secret)}</code>
            <CopyButton text={secret} label={t('copy-key')} />
          </p>
          <p>
            <a href={address}>{t('factor-open')}</a>
          </p>
        </li>
        <li>
          <p>{t('factor-enter')}</p>
          <FormRefusal text={refusal} />
          <TextField
            {...props}
            autoComplete="one-time-code"
            inputMode="numeric"
            className="factor-code"
            hasFocusFirst
            onChange={(value) => {
              onChange(value)
              if (isWholeAppCode(value)) void send(value)
            }}
          />
        </li>
      </ol>
      <div className="profile-foot">
        <SubmitButton text={t('factor-confirm')} isBusy={isSaving} />
        {cancel}
      </div>
    </form>
  )
}

/** Easier to type: four signs, a space. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

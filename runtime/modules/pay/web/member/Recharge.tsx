/** A member tops up the balance. */
import { Button, Callout, Spinner } from '@blueprintjs/core'
import { useId, useState, type FormEvent } from 'react'
import {
  callRoute,
  SubmitButton,
  TextInput,
  useForm,
  useLanguage,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import { createPayment, readRecharge } from '../../shared/routes.ts'
import './pay.css'
import type { PayType } from './Methods.tsx'
import { Problem } from './Problem.tsx'
import { TestMark } from './TestMark.tsx'
import { useT } from './texts.ts'

const presets = ['50', '100', '200', '500'] as const

export function Recharge() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('recharge'))
  const { value, error, retry } = useStaleWhileRevalidate(`recharge ${language}`, () =>
    callRoute(readRecharge, null, { quiet: true }),
  )
  if (error !== null && value === null) return <Problem error={error} retry={retry} />
  return (
    <>
      <h1>{t('recharge')}</h1>
      {!value && <Spinner aria-label={t('loading')} />}
      {value && !value.open && <p className="tw-card tw-muted">{t('recharge-off')}</p>}
      {value?.open && <RechargeForm {...value} />}
    </>
  )
}

interface RechargeFormProps {
  readonly minimum: string
  readonly maximum: string
  readonly balance: string
  readonly methods: readonly PayType[]
}

function RechargeForm({ minimum, maximum, balance, methods }: RechargeFormProps) {
  const t = useT()
  const id = useId()
  const { form, field, values, set, send, refusal, isBusy } = useForm({ amount: '' })
  const [type, setType] = useState<PayType>(methods[0] ?? 'wx')
  const usual = presets.filter((amount) => Number(amount) >= Number(minimum) && Number(amount) <= Number(maximum))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await send(async () => {
      const input = { project: 'recharge' as const, amount: values.amount.trim(), type }
      const { info, pay } = await callRoute(createPayment, input, { quiet: true })
      if (pay?.address !== undefined) location.assign(pay.address)
      else location.assign(`#/user/pay/${info.sn}`)
    })
  }
  return (
    <form {...form} className="tw-card pay-recharge" onSubmit={(event) => void submit(event)}>
      <p className="pay-balance">{t('balance', { amount: balance })}</p>
      {refusal !== null && (
        <Callout compact intent="danger" role="alert">
          {refusal}
        </Callout>
      )}
      <div className="pay-presets" role="group" aria-label={t('presets')}>
        {usual.map((preset) => (
          <Button
            key={preset}
            size="large"
            text={t('yuan', { amount: preset })}
            active={values.amount === preset}
            aria-pressed={values.amount === preset}
            onClick={() => set('amount', preset)}
          />
        ))}
      </div>
      <TextInput {...field('amount')} label={t('amount', { minimum, maximum })} autoComplete="off" />
      <fieldset className="pay-methods">
        <legend>{t('methods')}</legend>
        {methods.map((method) => (
          <label key={method} className="pay-method">
            <input type="radio" name={id} checked={method === type} onChange={() => setType(method)} />
            <span className="pay-brand" data-type={method} aria-hidden="true" />
            <span className="pay-method-name">
              {t(`type-${method}`)} {method === 'sandbox' && <TestMark />}
            </span>
          </label>
        ))}
      </fieldset>
      <div className="pay-action">
        <SubmitButton size="large" fill isBusy={isBusy} text={t('continue')} />
      </div>
    </form>
  )
}

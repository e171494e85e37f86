import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { PaymentInfo } from '../../shared/routes.ts'
import { amountLabel } from './amount.ts'
import { TestMark } from './TestMark.tsx'
import { useT } from './texts.ts'
import type { PaymentState } from './use-payment.ts'

type Method = PaymentState['methods'][number]
export type PayType = Method['type']

interface MethodsProps {
  readonly info: PaymentInfo
  readonly methods: readonly Method[]
  /** The way that is being begun. */
  readonly busy: PayType | null
  readonly onPay: (type: PayType) => void
}

/** Balance and points that do not suffice cannot be chosen. */
const canPay = ({ available, left }: Method): boolean => available === null || left !== null

/** The ways to pay, of which one is chosen, and the button. */
export function Methods({ info, methods, busy, onPay }: MethodsProps) {
  const t = useT()
  const id = useId()
  const usable = methods.filter(canPay)
  const [choice, setChoice] = useState<PayType | null>(null)
  const type = usable.find((method) => method.type === choice)?.type ?? usable[0]?.type
  if (methods.length === 0) return <p className="tw-muted">{t('no-methods')}</p>
  return (
    <form
      className="pay-methods"
      onSubmit={(event) => {
        event.preventDefault()
        if (type && busy === null) onPay(type)
      }}
    >
      <fieldset>
        <legend>{t('methods')}</legend>
        {methods.map((method) => (
          <label key={method.type} className="pay-method" data-off={!canPay(method) || undefined}>
            <input
              type="radio"
              name={id}
              checked={method.type === type}
              disabled={!canPay(method)}
              onChange={() => setChoice(method.type)}
            />
            <span className="pay-brand" data-type={method.type} aria-hidden="true" />
            <span className="pay-method-name">
              {t(`type-${method.type}`)} {method.type === 'sandbox' && <TestMark />}
            </span>
            {method.available !== null && <Left info={info} {...method} available={method.available} />}
          </label>
        ))}
      </fieldset>
      <div className="pay-action">
        <Button
          type="submit"
          intent="primary"
          size="large"
          fill
          disabled={type === undefined}
          aria-busy={busy !== null}
          text={t('pay-amount', { amount: amountLabel(t, info) })}
        />
      </div>
    </form>
  )
}

interface LeftProps {
  readonly info: PaymentInfo
  readonly available: string
  readonly left: string | null
}

function Left({ info: { currency }, available, left }: LeftProps) {
  const t = useT()
  const label = (amount: string): string => amountLabel(t, { currency, amount })
  return (
    <span className="tw-muted pay-left">
      {left === null
        ? t('balance-short', { available: label(available) })
        : t('balance-left', { available: label(available), left: label(left) })}
    </span>
  )
}

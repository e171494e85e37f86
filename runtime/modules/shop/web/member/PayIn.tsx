/** The choice of what an order is paid in, where its goods are sold for points as well. */
import { useId } from 'react'
import type { Currency } from './amount.ts'
import { useT } from './texts.ts'
import type { Quote } from './types.ts'

interface PayInProps {
  readonly quote: Quote
  readonly currency: Currency
  readonly onChoose: (currency: Currency) => void
}

export function PayIn({ quote: { money, points, score }, currency, onChoose }: PayInProps) {
  const t = useT()
  const name = useId()
  if (points === null) return null
  const isShort = score < Number(points)
  return (
    <fieldset className="shop-choices shop-pay-in">
      <legend>{t('pay-in')}</legend>
      <label className="shop-choice">
        <input type="radio" name={name} checked={currency === 'RMB'} onChange={() => onChoose('RMB')} />
        <span>{t('pay-in-money')}</span>
        <strong className="shop-price">{t('yuan', { amount: money })}</strong>
      </label>
      <label className="shop-choice" data-off={isShort || undefined}>
        <input
          type="radio"
          name={name}
          checked={currency === 'integral'}
          disabled={isShort && currency === 'RMB'}
          onChange={() => onChoose('integral')}
        />
        <span>
          {t('pay-in-points')}
          <span className="tw-muted"> {t(isShort ? 'points-short' : 'points-available', { amount: score })}</span>
        </span>
        <strong className="shop-price">{t('points', { amount: points })}</strong>
      </label>
    </fieldset>
  )
}

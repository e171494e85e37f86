/** The card of a paid text: its price, what is left afterwards, and one button. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { subtractDecimals } from 'tablewright/protocol'
import { callRoute, errorText, notify } from 'tablewright/web'
import { createTextPayment } from '../../shared/site/pay-routes.ts'
import type { Info } from './info.ts'
import { priceLabel } from './TextCards.tsx'
import { useT } from './texts.ts'

interface PaywallProps {
  readonly info: Info
  readonly onPaid: () => void
}

export function Paywall({ info: { content: text, balance }, onPaid }: PaywallProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const points = text.currency === 'integral'
  const label = (amount: string): string => priceLabel(t, { price: amount, currency: text.currency })
  const left = balance === null ? null : subtractDecimals(balance, text.price)
  const canPay = left !== null && !left.startsWith('-')
  const run = async (type?: 'balance' | 'score'): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      const input = { project: 'content' as const, object: text.id, ...(type && { type }) }
      const { info: payment, paid } = await callRoute(createTextPayment, input, { quiet: true })
      if (paid) {
        notify({ tone: 'success', text: t('bought-now') })
        onPaid()
      } else location.assign(`#/user/pay/${payment.sn}`)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="site-paywall" aria-label={t('paywall')}>
      <p>{t('paywall')}</p>
      <p className="site-sum">{label(text.price)}</p>
      {balance === null || left === null ? (
        <>
          <p className="tw-muted">{t('paywall-guest')}</p>
          <a className="bp6-button bp6-intent-primary bp6-large" href="#/user/login">
            {t('sign-in')}
          </a>
        </>
      ) : (
        <>
          <p className="tw-muted">
            {canPay
              ? t('paywall-left', { available: label(balance), left: label(left) })
              : t('paywall-short', { available: label(balance) })}
          </p>
          {canPay && (
            <Button
              intent="primary"
              size="large"
              aria-busy={isBusy}
              text={t(points ? 'pay-points' : 'pay-balance', { amount: label(text.price) })}
              onClick={() => void run(points ? 'score' : 'balance')}
            />
          )}
          {!points && <Button variant="minimal" text={t('pay-other')} onClick={() => void run()} />}
        </>
      )}
      {problem !== '' && <p role="alert">{problem}</p>}
    </section>
  )
}

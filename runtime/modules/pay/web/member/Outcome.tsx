import { BanCircle, TickCircle, Undo } from '@blueprintjs/icons'
import type { PaymentInfo } from '../../shared/routes.ts'
import { amountLabel } from './amount.ts'
import { useT } from './texts.ts'

/** How a payment ended; it stays, with the ways back. */
export function Outcome({ info }: { readonly info: PaymentInfo }) {
  const t = useT()
  const { status, late: isLate, project, page } = info
  const isRecharge = project === 'recharge'
  return (
    <section className="pay-outcome" data-status={status}>
      <p className="pay-outcome-title" role="status">
        {status === 2 ? <BanCircle size={24} /> : status === 1 ? <TickCircle size={24} /> : <Undo size={24} />}
        <span>{t(status === 2 ? 'closed' : status === 1 ? 'paid' : status === 3 ? 'refunding' : 'refunded')}</span>
      </p>
      {status === 2 && <p className="tw-muted">{t('closed-note')}</p>}
      {status !== 2 && isLate && <p className="tw-muted">{t('paid-late')}</p>}
      {Number(info.refunded) > 0 && (
        <p className="tw-muted">
          {t('refunded-part', { amount: amountLabel(t, { currency: info.currency, amount: info.refunded }) })}
        </p>
      )}
      <p className="pay-ways">
        {page !== null && <a href={`#/user/${page}`}>{t('to-page')}</a>}
        {isRecharge && status !== 2 && <a href="#/user/account/balance">{t('to-balance')}</a>}
        {isRecharge && status === 2 && <a href="#/user/pay/recharge">{t('again')}</a>}
        <a href="#/user/pay/purchases">{t('to-purchases')}</a>
      </p>
    </section>
  )
}

/** The payments of the member, newest first. */
import { Button, Tag } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, useLanguage, useSite, useStaleWhileRevalidate, useTitle } from 'tablewright/web'
import { listPayments, type PaymentInfo } from '../../shared/routes.ts'
import { amountLabel } from './amount.ts'
import './pay.css'
import { Problem } from './Problem.tsx'
import { TestMark } from './TestMark.tsx'
import { useT } from './texts.ts'

const pageSize = 10

export function Purchases() {
  const t = useT()
  const language = useLanguage()
  useTitle(t('purchases'))
  const [page, setPage] = useState(1)
  const { value, error, retry } = useStaleWhileRevalidate(`purchases ${page} ${language}`, () =>
    callRoute(listPayments, { page, limit: pageSize }, { quiet: true }),
  )
  const pages = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
  return (
    <>
      <h1>{t('purchases')}</h1>
      {error !== null && <Problem error={error} retry={retry} />}
      {value?.total === 0 && <p className="tw-card tw-muted">{t('purchases-empty')}</p>}
      {value && value.list.length > 0 && (
        <ul className="tw-card pay-list">
          {value.list.map((info) => (
            <Purchase key={info.id} info={info} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className="pay-pages" aria-label={t('page', { page, pages })}>
          <Button text={t('newer')} disabled={page === 1} onClick={() => setPage(page - 1)} />
          <span className="tw-muted">{t('page', { page, pages })}</span>
          <Button text={t('older')} disabled={page >= pages} onClick={() => setPage(page + 1)} />
        </nav>
      )}
    </>
  )
}

function Purchase({ info }: { readonly info: PaymentInfo }) {
  const t = useT()
  const { timeZone } = useSite()
  const { status, currency } = info
  return (
    <li>
      <a className="pay-list-title" href={`#/user/pay/${info.sn}`}>
        {info.title}
      </a>
      <span className="pay-list-amount">{amountLabel(t, info)}</span>
      <span className="tw-muted">
        {formatSeconds(info.pay_time ?? info.create_time ?? 0, timeZone)}
        {info.type && ` · ${t(`type-${info.type}`)}`}
      </span>
      <span className="pay-list-status">
        {info.test && <TestMark />}
        {status === 3 ? <Tag intent="warning">{t('status-3')}</Tag> : t(`status-${status}`)}
        {status !== 4 && Number(info.refunded) > 0 && (
          <span className="tw-muted">
            {t('refunded-part', { amount: amountLabel(t, { currency, amount: info.refunded }) })}
          </span>
        )}
      </span>
    </li>
  )
}

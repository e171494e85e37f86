/** The cashier: what is paid, how long there is, and the ways to pay. */
import { Callout, Spinner } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useTitle, type MemberPageProps } from 'tablewright/web'
import { createPayment, type PaymentInfo } from '../../shared/routes.ts'
import { amountLabel } from './amount.ts'
import { Code } from './Code.tsx'
import { Methods, type PayType } from './Methods.tsx'
import { Outcome } from './Outcome.tsx'
import './pay.css'
import { Problem } from './Problem.tsx'
import { TestMark } from './TestMark.tsx'
import { useT } from './texts.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { usePayment } from './use-payment.ts'

export const Cashier = ({ params: { sn = '' } }: MemberPageProps) => <PaymentCashier key={sn} sn={sn} />

type Begun = AnswerOf<NonNullable<typeof createPayment.answer>>

const request = (sn: string, type: PayType): Promise<Begun> => callRoute(createPayment, { sn, type }, { quiet: true })

/** A way to pay that was begun: the content of its code. */
interface BegunCode {
  readonly type: PayType
  readonly text: string
}

function PaymentCashier({ sn }: { readonly sn: string }) {
  const t = useT()
  const [code, setCode] = useState<BegunCode | null>(null)
  const [busy, setBusy] = useState<PayType | null>(null)
  const [refusal, setRefusal] = useState('')
  const { value, error, retry } = usePayment(sn, code !== null)
  useTitle(value ? amountLabel(t, value.info) : t('pay'))
  const show = (answer: Begun, type: PayType): void => {
    const { info, pay } = answer
    // A payment that was begun in another way goes on under a number of its own.
    if (info.sn !== sn) return location.replace(`#/user/pay/${info.sn}`)
    if (pay?.address !== undefined) return location.assign(pay.address)
    setCode(pay?.code_url === undefined ? null : { type, text: pay.code_url })
    retry()
  }
  const fail = (problem: unknown): void => setRefusal(errorText(problem))
  const begin = async (type: PayType): Promise<void> => {
    setBusy(type)
    setRefusal('')
    await request(sn, type).then((answer) => show(answer, type), fail)
    setBusy(null)
  }
  const resume = useEffectEvent((type: PayType) => {
    request(sn, type).then((answer) => show(answer, type), fail)
  })
  const former = value?.info.status === 0 ? value.info.type : null
  useEffect(() => {
    // The code of a payment that was begun already is shown at once; the page of a provider is not opened unasked.
    if (former === 'wx' || former === 'sandbox') resume(former)
  }, [former])
  if (error !== null && !value) return <Problem error={error} retry={retry} />
  if (!value) return <Spinner aria-label={t('loading')} />
  const { info, methods } = value
  const isOpen = info.status === 0
  return (
    <article className="tw-card pay-cashier">
      <Summary info={info} />
      {!isOpen && <Outcome info={info} />}
      {isOpen && code !== null && (
        <Code sn={sn} {...code} onAsked={retry} onOther={methods.length > 1 ? () => setCode(null) : null} />
      )}
      {isOpen && code === null && (
        <Methods info={info} methods={methods} busy={busy} onPay={(type) => void begin(type)} />
      )}
      {refusal !== '' && (
        <Callout compact intent="danger" role="alert">
          {refusal}
        </Callout>
      )}
    </article>
  )
}

function Summary({ info }: { readonly info: PaymentInfo }) {
  const t = useT()
  return (
    <header className="pay-summary">
      <h1>{amountLabel(t, info)}</h1>
      {info.test && <TestMark />}
      <dl>
        <div>
          <dt>{t('for')}</dt>
          <dd>{info.title}</dd>
        </div>
        <div>
          <dt>{t('number')}</dt>
          <dd>{info.sn}</dd>
        </div>
      </dl>
      {info.status === 0 && <TimeLeft end={info.expire_time} />}
    </header>
  )
}

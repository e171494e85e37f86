/** A member asks for money back: which lines, how many of each, why, with images that only the shop sees. */
import { Button, Callout, Spinner, TextArea } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  ApiError,
  callRoute,
  errorText,
  useLanguage,
  useStaleWhileRevalidate,
  useTitle,
  type MemberPageProps,
} from 'tablewright/web'
import { IdempotencyKey } from 'tablewright/web/parts'
import { askRefund, readOrderInfo, refundPictures } from '../../shared/orders.ts'
import { amountLabel } from './amount.ts'
import { LoadProblem } from './LoadProblem.tsx'
import { Picture } from './Picture.tsx'
import { centsOf, centsText, quantityText, thousandths } from './quantity.ts'
import { ShopPage } from './ShopPage.tsx'
import { Stepper } from './Stepper.tsx'
import { useT } from './texts.ts'
import type { OrderInfo } from './types.ts'
import { uploadPicture, type StoredPicture } from './upload.ts'

type OrderLine = OrderInfo['order']['lines'][number]

export function RefundForm({ params: { id = '' } }: MemberPageProps) {
  const t = useT()
  const language = useLanguage()
  useTitle(t('refund-title'))
  const { value, error, retry } = useStaleWhileRevalidate(`shop refund ${id} ${language}`, () =>
    callRoute(readOrderInfo, { id: Number(id) || 0 }, { quiet: true }),
  )
  return (
    <ShopPage>
      <p className="shop-back">
        <a href={`#/user/shop/order/${id}`}>{t('back-to-order')}</a>
      </p>
      <h1>{t('refund-title')}</h1>
      {error !== null && <LoadProblem error={error} retry={retry} />}
      {error === null && !value && <Spinner aria-label={t('loading')} />}
      {value && <Form key={value.order.id} info={value} />}
    </ShopPage>
  )
}

/** Thousandths of a line that can be refunded. */
const leftOf = ({ quantity, refunded }: OrderLine): number => thousandths(quantity) - (thousandths(refunded) || 0)

/** Decimals of a quantity: those of its unit are at least as many. */
const decimalsOf = (quantity: string): number => quantity.split('.')[1]?.length ?? 0

interface Request {
  readonly order: OrderInfo['order']
  /** Quantities by line. */
  readonly parts: ReadonlyMap<number, string>
  readonly isFreight: boolean
  readonly reason: string
  readonly pictures: readonly StoredPicture[]
}

/** Sends a request once, however often the button is pressed. */
function useRequest() {
  const t = useT()
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = useRef(new IdempotencyKey())
  const isRunning = useRef(false)
  const send = async ({ order, parts, isFreight, reason, pictures }: Request): Promise<void> => {
    if (parts.size === 0 && !isFreight) return setProblem(t('refund-none-chosen'))
    if (reason.trim() === '') return setProblem(t('refund-reason-required'))
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem('')
    const input = {
      order_id: order.id,
      lines: [...parts].map(([id, quantity]) => ({ id, quantity })),
      reason: reason.trim(),
      ...(isFreight && { freight: true }),
      ...(pictures.length > 0 && { files: pictures.map(({ code }) => code) }),
    }
    try {
      await callRoute(askRefund, input, { quiet: true, idempotencyKey: key.current.keyFor(JSON.stringify(input)) })
      await navigate(`/user/shop/order/${order.id}`)
    } catch (error) {
      if (error instanceof ApiError) key.current.callEnded(error)
      setProblem(errorText(error))
    }
    setBusy(false)
    isRunning.current = false
  }
  return { problem, isBusy, send }
}

/** Hundredths of the parts, before the server has decided. */
const estimateOf = (lines: readonly OrderLine[], parts: ReadonlyMap<number, string>): number =>
  lines.reduce((sum, line) => {
    const quantity = parts.get(line.id)
    return quantity === undefined ? sum : sum + Math.round((centsOf(line.price) * thousandths(quantity)) / 1000)
  }, 0)

function Form({ info: { order } }: { readonly info: OrderInfo }) {
  const t = useT()
  const lines = order.lines.filter((line) => leftOf(line) > 0)
  const isSent = order.status !== 1
  /** Quantities by line; a line that is missing is not refunded. */
  const [parts, setParts] = useState<ReadonlyMap<number, string>>(
    () => new Map(isSent ? [] : lines.map((line) => [line.id, quantityText(leftOf(line))])),
  )
  const [isFreight, setFreight] = useState(false)
  const [reason, setReason] = useState('')
  const [pictures, setPictures] = useState<readonly StoredPicture[]>([])
  const { problem, isBusy, send } = useRequest()
  const set = (id: number, quantity: string | null): void => {
    const next = new Map(parts)
    if (quantity === null) next.delete(id)
    else next.set(id, quantity)
    setParts(next)
  }
  const freight = centsOf(order.freight) - centsOf(order.freight_refunded)
  const label = (hundredths: number): string =>
    amountLabel(
      t,
      order.currency,
      order.currency === 'integral' ? String(Math.round(hundredths / 100)) : centsText(hundredths),
    )
  // A buyer who gets nothing pays no freight.
  const isWhole = !isSent && lines.every((line) => thousandths(parts.get(line.id) ?? '') === leftOf(line))
  const estimate = estimateOf(lines, parts) + (isFreight || isWhole ? freight : 0)
  return (
    <form
      className="tw-card shop-section"
      onSubmit={(event) => {
        event.preventDefault()
        void send({ order, parts, isFreight, reason, pictures })
      }}
    >
      <p className="tw-muted">{t(isSent ? 'refund-lead-shipped' : 'refund-lead-unshipped')}</p>
      <fieldset className="shop-choices">
        <legend>{t('refund-which')}</legend>
        <ul className="shop-lines">
          {lines.map((line) => (
            <Line
              key={line.id}
              line={line}
              quantity={parts.get(line.id) ?? null}
              onChange={(next) => set(line.id, next)}
            />
          ))}
        </ul>
        {isSent && freight > 0 && (
          <label className="shop-check">
            <input type="checkbox" checked={isFreight} onChange={() => setFreight(!isFreight)} />
            {t('refund-freight', { amount: label(freight) })}
          </label>
        )}
      </fieldset>
      <label className="shop-field">
        <span>{t('refund-reason')}</span>
        <TextArea fill maxLength={200} required value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
      <Pictures pictures={pictures} onChange={setPictures} />
      {problem !== '' && (
        <Callout compact intent="danger" role="alert">
          {problem}
        </Callout>
      )}
      <div className="shop-actions">
        <span role="status">{t('refund-estimate', { amount: label(estimate) })}</span>
        <Button type="submit" intent="primary" aria-busy={isBusy} text={t('refund-send')} />
      </div>
    </form>
  )
}

interface LineProps {
  readonly line: OrderLine
  /** Null = it is not refunded. */
  readonly quantity: string | null
  readonly onChange: (quantity: string | null) => void
}

function Line({ line, quantity, onChange }: LineProps) {
  const t = useT()
  const most = quantityText(leftOf(line))
  return (
    <li className="shop-line shop-line-short">
      <label className="shop-check">
        <input
          type="checkbox"
          aria-label={t('select', { title: line.title })}
          checked={quantity !== null}
          onChange={() => onChange(quantity === null ? most : null)}
        />
      </label>
      <Picture image={line.image} alt="" />
      <span className="shop-line-title">
        {line.title}
        <span className="tw-muted"> {t('refund-left', { left: most, unit: line.unit ?? '' })}</span>
      </span>
      {quantity !== null && (
        <Stepper
          label={t('quantity-of', { title: line.title })}
          value={quantity}
          decimals={decimalsOf(line.quantity)}
          maximum={most}
          onChange={onChange}
        />
      )}
    </li>
  )
}

interface PicturesProps {
  readonly pictures: readonly StoredPicture[]
  readonly onChange: (pictures: readonly StoredPicture[]) => void
}

function Pictures({ pictures, onChange }: PicturesProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const upload = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    setProblem('')
    let all = pictures
    try {
      for (const file of files.slice(0, refundPictures - pictures.length)) {
        all = [...all, await uploadPicture(file)]
        onChange(all)
      }
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }
  return (
    <div className="shop-field">
      <span>{t('refund-pictures', { count: refundPictures })}</span>
      <ul className="shop-files">
        {pictures.map(({ code, name }) => (
          <li key={code}>
            <span>{name}</span>
            <Button
              size="small"
              text={t('remove')}
              aria-label={t('refund-picture-remove', { name })}
              onClick={() => onChange(pictures.filter((picture) => picture.code !== code))}
            />
          </li>
        ))}
      </ul>
      {pictures.length < refundPictures && (
        <label className="bp6-button shop-upload" aria-busy={isBusy || undefined}>
          {t('refund-upload')}
          <input
            type="file"
            className="tw-visually-hidden"
            multiple
            accept="image/png,image/jpeg,image/webp,image/gif"
            disabled={isBusy}
            onChange={(event) => {
              const { files } = event.target
              void upload([...(files ?? [])])
              event.target.value = ''
            }}
          />
        </label>
      )}
      <span className="tw-field-problem" role="alert">
        {isBusy ? t('refund-uploading') : problem}
      </span>
    </div>
  )
}

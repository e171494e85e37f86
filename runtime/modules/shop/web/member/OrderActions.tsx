/** Actions of a member on an order in its state; those that cannot be taken back are asked for first. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { callRoute, errorText, notify } from 'tablewright/web'
import { cancelOrderRoute, confirmOrder, payOrder, reorder } from '../../shared/orders.ts'
import { loadCart } from './cart-state.ts'
import { useT } from './texts.ts'
import type { Order } from './types.ts'

interface OrderActionsProps {
  readonly order: Order
  /** Called when the order is another one now. */
  readonly onChanged: () => void
}

const refundable: readonly Order['status'][] = [1, 2, 3]

export function OrderActions({ order, onChanged }: OrderActionsProps) {
  const t = useT()
  const navigate = useNavigate()
  // The question stays while its dialog closes.
  const [question, setQuestion] = useState<'cancel' | 'confirm'>('confirm')
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { id, status, closing: isClosing, refund_state: refund } = order
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await work().catch((error: unknown) => notify({ text: errorText(error), tone: 'danger' }))
    setBusy(false)
  }
  const ask = (next: 'cancel' | 'confirm'): void => {
    setQuestion(next)
    setAsking(true)
  }
  const quiet = { quiet: true } as const
  const pay = () =>
    run(async () => {
      const { sn } = await callRoute(payOrder, { id }, quiet)
      await navigate(`/user/pay/${sn}`)
    })
  const buyAgain = () =>
    run(async () => {
      await callRoute(reorder, { id }, quiet)
      await loadCart()
      await navigate('/user/shop/cart')
    })
  const answer = () =>
    run(async () => {
      setAsking(false)
      if (question === 'confirm') await callRoute(confirmOrder, { id }, quiet)
      else await callRoute(cancelOrderRoute, { id }, quiet)
      onChanged()
    })
  const left = order.lines.some((line) => Number(line.quantity) > Number(line.refunded))
  return (
    <div className="shop-actions" aria-busy={isBusy}>
      {status === 0 && !isClosing && (
        <>
          <Button text={t('cancel-order')} onClick={() => ask('cancel')} />
          <Button intent="primary" text={t('pay-now')} onClick={() => void pay()} />
        </>
      )}
      {refundable.includes(status) && refund !== 1 && left && (
        <a className="bp6-button" href={`#/user/shop/order/${id}/refund`}>
          {t('ask-refund')}
        </a>
      )}
      {status !== 0 && <Button text={t('reorder')} onClick={() => void buyAgain()} />}
      {status === 2 && refund !== 1 && <Button intent="primary" text={t('confirm')} onClick={() => ask('confirm')} />}
      <Question
        question={question}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void answer()}
      />
    </div>
  )
}

interface QuestionProps {
  readonly question: 'cancel' | 'confirm'
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function Question({ question, isOpen, onClose, onConfirm }: QuestionProps) {
  const t = useT()
  const isConfirm = question === 'confirm'
  const action = t(isConfirm ? 'confirm' : 'cancel-order')
  return (
    <Dialog role="alertdialog" isOpen={isOpen} title={action} isCloseButtonShown={false} onClose={onClose}>
      <DialogBody>
        <p>{t(isConfirm ? 'confirm-sure' : 'cancel-sure')}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t(isConfirm ? 'confirm-not-yet' : 'cancel-keep')} onClick={onClose} />
            <Button intent={isConfirm ? 'primary' : 'danger'} text={action} onClick={onConfirm} />
          </>
        }
      />
    </Dialog>
  )
}

/** A payment of the member, asked for again until it is paid or closed. */
import { useEffect, useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, useStaleWhileRevalidate, type Revalidated } from 'tablewright/web'
import { readPayment } from '../../shared/routes.ts'

export type PaymentState = AnswerOf<NonNullable<typeof readPayment.answer>>

/** Milliseconds between two questions: ever longer, as long as nothing happens. */
const pauses = [2000, 2000, 3000, 4000, 6000, 8000, 10_000] as const
const pauseAt = (turn: number): number => pauses[Math.min(turn, pauses.length - 1)] ?? 10_000

/** @param isWaiting it was begun: it may be paid at any moment */
export function usePayment(sn: string, isWaiting: boolean): Revalidated<PaymentState> {
  const [turn, setTurn] = useState(0)
  const payment = useStaleWhileRevalidate(`payment ${sn} ${turn}`, () =>
    callRoute(readPayment, { sn }, { quiet: true }),
  )
  const isOpen = payment.value?.info.status === 0
  useEffect(() => {
    if (!isWaiting || !isOpen) return undefined
    const next = (): void => {
      // A hidden page asks when it is shown again.
      if (!document.hidden) setTurn(turn + 1)
    }
    const timer = setTimeout(next, pauseAt(turn))
    document.addEventListener('visibilitychange', next)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', next)
    }
  }, [isWaiting, isOpen, turn])
  return payment
}

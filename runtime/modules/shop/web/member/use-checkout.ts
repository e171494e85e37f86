/** The state of a checkout: its lines and address, what they cost, and the order that is placed once. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, callRoute, errorText, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { IdempotencyKey } from 'tablewright/web/parts'
import { payOrder, placeOrderRoute, quoteOrder } from '../../shared/orders.ts'
import type { Currency } from './amount.ts'
import { loadCart } from './cart-state.ts'
import type { Addresses, Problem, Quote } from './types.ts'

export interface Purchase {
  readonly goods_id: number
  readonly quantity: string
}

interface Terms {
  /** Null = without freight. */
  readonly address: number | null
  readonly currency: Currency
  readonly round: number
}

/** The prices of the lines; those of the former terms, as long as `isCurrent` is false. */
function usePrices(purchases: readonly Purchase[], { address, currency, round }: Terms) {
  const language = useLanguage()
  const key = `quote ${JSON.stringify(purchases)} ${String(address)} ${currency} ${round} ${language}`
  const input = { lines: [...purchases], currency, ...(address !== null && { address_id: address }) }
  const { value, error, retry } = useStaleWhileRevalidate(key, async () => ({
    key,
    quote: await callRoute(quoteOrder, input, { quiet: true }),
  }))
  return { value: value?.quote ?? null, isCurrent: value?.key === key, error, retry }
}

export function useCheckout(first: readonly Purchase[], addressBook: Addresses) {
  const [purchases, setPurchases] = useState(first)
  const [addresses, setAddresses] = useState(addressBook.list)
  const [address, setAddress] = useState(addressBook.list[0]?.id ?? null)
  /** Problems that the last attempt to order has met. */
  const [conflicts, setConflicts] = useState<readonly Problem[]>([])
  /** Grows when prices are to be read anew. */
  const [round, setRound] = useState(0)
  const [currency, setCurrency] = useState<Currency>('RMB')
  const quote = usePrices(purchases, { address, currency, round })
  const problems = [...conflicts, ...others(quote.value?.problems ?? [], conflicts)]
  return {
    quote,
    addresses,
    address,
    setAddress,
    currency,
    setCurrency(next: Currency): void {
      setCurrency(next)
      setConflicts([])
    },
    conflicts,
    problems,
    change(next: readonly Purchase[]): void {
      setPurchases(next)
      setConflicts([])
    },
    purchases,
    addConflicts(problemsOfOrder: readonly Problem[]): void {
      setConflicts(problemsOfOrder)
      setRound(round + 1)
    },
    addAddresses({ list }: Addresses): void {
      // A new address is the one that was not there before.
      const added = list.find(({ id }) => !addresses.some((former) => former.id === id))
      setAddresses(list)
      setAddress(added?.id ?? address ?? list[0]?.id ?? null)
      setRound(round + 1)
    },
  }
}

/** Problems that are not among those that were named already. */
const others = (problems: readonly Problem[], conflicts: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ kind, goods_id: id }) => !conflicts.some((other) => other.kind === kind && other.goods_id === id))

interface OrderInput {
  readonly quote: Quote
  readonly address: number
  readonly remark: string
}

/** Places an order once, however often the button is pressed, and leads to its payment. */
export function usePlacing(onConflicts: (problems: readonly Problem[]) => void) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = useRef(new IdempotencyKey())
  // A second press counts before the first one is rendered.
  const isRunning = useRef(false)
  const order = async ({ quote, address, remark }: OrderInput): Promise<void> => {
    const input = {
      lines: quote.lines.map(({ goods_id, quantity, price }) => ({ goods_id, quantity, price })),
      address_id: address,
      currency: quote.currency,
      freight: quote.freight ?? '0',
      total: quote.total,
      ...(remark.trim() !== '' && { remark: remark.trim() }),
    }
    const idempotencyKey = key.current.keyFor(JSON.stringify(input))
    try {
      const { id } = await callRoute(placeOrderRoute, input, { quiet: true, idempotencyKey })
      key.current.callEnded(null)
      void loadCart()
      if (id !== null) await navigate(await paymentPath(id))
    } catch (error) {
      if (error instanceof ApiError) key.current.callEnded(error)
      const problems = problemsOf(error)
      if (problems.length === 0) setRefusal(errorText(error))
      else onConflicts(problems)
    }
  }
  const place = async (input: OrderInput): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setRefusal('')
    await order(input)
    setBusy(false)
    isRunning.current = false
  }
  return { refusal, isBusy, place }
}

/** The cashier; the order where its payment cannot be opened now. */
const paymentPath = (id: number): Promise<string> =>
  callRoute(payOrder, { id }, { quiet: true }).then(
    ({ sn }) => `/user/pay/${sn}`,
    () => `/user/shop/order/${id}`,
  )

/** Problems that the refusal of an order names. */
function problemsOf(error: unknown): readonly Problem[] {
  const data = error instanceof ApiError ? (error.data as { readonly problems?: unknown } | null) : null
  // The answer has the shape of the contract, its code apart.
  return Array.isArray(data?.problems) ? (data.problems as readonly Problem[]) : []
}

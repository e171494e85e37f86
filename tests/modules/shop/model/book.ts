/**
 * A plain model of the shop: orders, holds, refunds and money in memory. It knows nothing of tables, locks and jobs;
 * what stock the warehouse has is told to it. Pieces are whole, amounts are hundredths of a yuan or of a point.
 */

export type Currency = 'RMB' | 'integral'
type Status = 'unpaid' | 'paid' | 'shipped' | 'completed' | 'cancelled'
type RefundStatus = 'asked' | 'agreed' | 'refused' | 'done' | 'withdrawn' | 'returning'

export interface Goods {
  readonly id: number
  readonly product: number
  /** Pieces that one member may buy; 0 = any. */
  readonly limit: number
  /** Points for one piece; null = for money only. */
  readonly points: number | null
  price: number
  isOnSale: boolean
}

interface Line {
  readonly goods: Goods
  readonly price: number
  readonly quantity: number
  shipped: number
  refunded: number
}

export interface Refund {
  readonly id: number
  /** Pieces, by the place of the line. */
  readonly quantities: number[]
  freight: number
  amount: number
  status: RefundStatus
}

interface Hold {
  readonly product: number
  quantity: number
  /** Holds that end first when stock is taken away are the newest. */
  readonly age: number
}

/** The order of the warehouse. */
export interface Outbound {
  isAudited: boolean
  wasAudited: boolean
  isShipped: boolean
  /** Pieces that were promised, and that really leave. */
  readonly planned: ReadonlyMap<number, number>
  readonly actual: Map<number, number>
  /** Products of it that have expired since they were taken from their shelf. */
  readonly expired: Set<number>
}

export interface Order {
  readonly id: number
  readonly member: number
  readonly currency: Currency
  readonly lines: readonly Line[]
  readonly freight: number
  status: Status
  isClosing: boolean
  isOverdue: boolean
  wasPaid: boolean
  /** `begun`: only a provider can say whether it was paid. */
  payment: 'none' | 'open' | 'begun' | 'closed' | 'paid' | 'returned'
  refunded: number
  freightRefunded: number
  readonly refunds: Refund[]
  holds: Hold[]
  /** The goods have left their shelf. */
  isIssued: boolean
  outbound: Outbound | null
}

/** Pieces of each product that have not expired, and all of them. */
export interface Stock {
  fresh(product: number): number
  onHand(product: number): number
}

/** Ten yuan, at a hundred points for each. */
const freights = { RMB: 1000, integral: 100_000 } as const
/** The price of a piece; null = it is not sold for that currency. */
const priceIn = ({ price, points }: Goods, currency: Currency): number | null =>
  currency === 'RMB' ? price : points === null ? null : points * 100

const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0)
const addTo = (sums: Map<number, number>, key: number, value: number): void =>
  void sums.set(key, (sums.get(key) ?? 0) + value)

const leftOf = (line: Line): number => line.quantity - line.refunded
export const amountOf = ({ lines, freight: fee }: Order): number =>
  total(lines.map(({ price, quantity }) => price * quantity)) + fee
const pendingOf = ({ refunds }: Order): number =>
  total(refunds.filter(({ status }) => status === 'agreed').map(({ amount }) => amount))
export const openRefund = ({ refunds }: Order): Refund | undefined =>
  refunds.find(({ status }) => status === 'asked' || status === 'returning')
const amountFor = (order: Order, quantities: readonly number[], fee: number): number => {
  const goods = total(order.lines.map(({ price }, place) => price * (quantities[place] ?? 0)))
  return Math.max(0, Math.min(goods + fee, amountOf(order) - order.refunded - pendingOf(order)))
}

/** The state of the money of an order. */
export function refundStateOf(order: Order): 'none' | 'asked' | 'partial' | 'full' {
  if (openRefund(order)) return 'asked'
  const paidBack = order.refunded + pendingOf(order)
  if (paidBack === 0) return 'none'
  return paidBack >= amountOf(order) ? 'full' : 'partial'
}

/** Pieces by product. */
function quantitiesOf(lines: readonly Line[], count: (line: Line, place: number) => number): Map<number, number> {
  const sums = new Map<number, number>()
  lines.forEach((line, place) => addTo(sums, line.goods.product, count(line, place)))
  return new Map([...sums].filter(([, quantity]) => quantity > 0))
}

type Answer = string

export class Book {
  readonly orders: Order[] = []
  /** Amounts that members got back in each currency, by member. */
  readonly returns = { RMB: new Map<number, number>(), integral: new Map<number, number>() } as const
  /** Work that waits, in its order. */
  readonly jobs: (() => void)[] = []
  private readonly stock: Stock
  private holds = 0

  constructor(stock: Stock) {
    this.stock = stock
  }

  private active(): readonly Hold[] {
    return this.orders.flatMap((order) => (order.isIssued ? [] : order.holds))
  }

  reserved(product: number): number {
    return total(
      this.active()
        .filter((hold) => hold.product === product)
        .map(({ quantity }) => quantity),
    )
  }

  sellable(product: number): number {
    return Math.max(0, this.stock.fresh(product) - this.reserved(product))
  }

  bought(member: number, goods: Goods): number {
    const own = this.orders.filter((order) => order.member === member)
    return total(
      own.flatMap((order) =>
        order.lines.map((line, place) => {
          if (line.goods !== goods || (order.status === 'cancelled' && !order.wasPaid)) return 0
          const back = order.refunds.filter(({ status }) => status === 'done')
          return line.quantity - total(back.map(({ quantities }) => quantities[place] ?? 0))
        }),
      ),
    )
  }

  private take(order: Order, quantities: ReadonlyMap<number, number>): boolean {
    if ([...quantities].some(([product, quantity]) => quantity > this.sellable(product))) return false
    order.isIssued = false
    order.holds = [...quantities]
      .sort(([left], [right]) => left - right)
      .map(([product, quantity]) => ({ product, quantity, age: ++this.holds }))
    return true
  }

  /** Kinds of problems by goods; none = the order may be inserted. Others that are overdue have given way then. */
  place(member: number, wishes: ReadonlyMap<Goods, number>, currency: Currency): readonly string[] {
    const products = [...wishes.keys()].map(({ product }) => product)
    for (const order of this.orders)
      if (
        order.status === 'unpaid' &&
        order.isOverdue &&
        !order.isClosing &&
        order.lines.some(({ goods }) => products.includes(goods.product))
      )
        this.close(order)
    return [...wishes]
      .sort(([left], [right]) => left.id - right.id)
      .flatMap(([goods, quantity]) => {
        if (!goods.isOnSale) return [`off_sale ${goods.id}`]
        if (priceIn(goods, currency) === null) return [`no_points ${goods.id}`]
        const isOver = goods.limit > 0 && quantity > Math.max(0, goods.limit - this.bought(member, goods))
        return [
          ...(quantity > this.sellable(goods.product) ? [`short ${goods.id}`] : []),
          ...(isOver ? [`limit ${goods.id}`] : []),
        ]
      })
  }

  insert(id: number, member: number, wishes: ReadonlyMap<Goods, number>, currency: Currency): Order {
    const lines = [...wishes]
      .sort(([left], [right]) => left.id - right.id)
      .map(([goods, quantity]) => ({
        goods,
        price: priceIn(goods, currency) ?? 0,
        quantity,
        shipped: 0,
        refunded: 0,
      }))
    const order: Order = {
      id,
      member,
      currency,
      lines,
      freight: freights[currency],
      status: 'unpaid',
      isClosing: false,
      isOverdue: false,
      wasPaid: false,
      payment: 'none',
      refunded: 0,
      freightRefunded: 0,
      refunds: [],
      holds: [],
      isIssued: false,
      outbound: null,
    }
    this.take(
      order,
      quantitiesOf(lines, ({ quantity }) => quantity),
    )
    this.orders.push(order)
    return order
  }

  /** An order that a provider may have been paid for waits. */
  private close(order: Order): Answer {
    if (order.payment === 'begun') {
      order.isClosing = true
      return 'closing'
    }
    if (order.payment === 'open') order.payment = 'closed'
    Object.assign(order, { status: 'cancelled', isClosing: false, holds: [] })
    return 'cancelled'
  }

  cancel(order: Order): Answer {
    if (order.status === 'cancelled') return 'kept'
    return order.status === 'unpaid' ? this.close(order) : 'bad_state'
  }

  /** Unpaid orders whose time is over, or that somebody has cancelled. */
  expire(): void {
    for (const order of this.orders)
      if (order.status === 'unpaid' && (order.isOverdue || order.isClosing)) this.close(order)
  }

  open(order: Order): Answer {
    if (order.status !== 'unpaid' || order.isClosing || order.isOverdue) return 'bad_state'
    if (order.payment === 'none') order.payment = 'open'
    return 'done'
  }

  pay(order: Order): void {
    if (order.payment === 'paid' || order.payment === 'returned') return
    const isLate = order.payment === 'closed'
    if (
      order.status === 'unpaid' ||
      (isLate &&
        this.take(
          order,
          quantitiesOf(order.lines, ({ quantity }) => quantity),
        ))
    ) {
      Object.assign(order, { status: 'paid', payment: 'paid', isClosing: false, wasPaid: true })
      this.jobs.push(() => this.send(order))
      return
    }
    order.payment = 'returned'
    addTo(this.returns[order.currency], order.member, amountOf(order))
  }

  private send(order: Order): void {
    if (order.status !== 'paid' || order.outbound !== null) return
    const planned = new Map(order.holds.map(({ product, quantity }) => [product, quantity]))
    const left = new Map([...planned].filter(([, quantity]) => quantity > 0))
    if (left.size > 0)
      order.outbound = {
        isAudited: false,
        wasAudited: false,
        isShipped: false,
        planned: left,
        actual: new Map(left),
        expired: new Set(),
      }
    else {
      // All of it was taken away: what was asked for is part of what is paid back.
      for (const refund of order.refunds) if (refund.status === 'asked') refund.status = 'withdrawn'
      this.refundMissing(order, () => 0)
    }
  }

  audit(order: Order): Answer {
    const { outbound } = order
    if (!outbound || outbound.isAudited) return 'bad_state'
    const leaving = [...outbound.actual].filter(([, quantity]) => quantity > 0)
    if (leaving.length === 0) return 'bad_state'
    for (const [product, quantity] of leaving) {
      if (quantity > this.stock.fresh(product)) return 'refused'
      const own = order.holds.find((hold) => hold.product === product)
      const isOwn = own !== undefined && quantity <= own.quantity
      // Where stock has expired that was promised, the oldest holds get what is left.
      const before = this.active().filter(
        (hold) => hold.product === product && hold !== own && (!isOwn || hold.age < own.age),
      )
      if (this.stock.fresh(product) - quantity < total(before.map((hold) => hold.quantity))) return 'refused'
    }
    Object.assign(outbound, { isAudited: true, wasAudited: true })
    outbound.expired.clear()
    order.isIssued = true
    return 'done'
  }

  unaudit(order: Order): Answer {
    const { outbound } = order
    if (!outbound?.isAudited || outbound.isShipped) return 'bad_state'
    const isHeldByOthers = order.holds.some(
      ({ product, quantity }) =>
        this.reserved(product) + quantity > this.stock.onHand(product) + (outbound.actual.get(product) ?? 0),
    )
    if (isHeldByOthers) return 'stock_short'
    outbound.isAudited = false
    order.isIssued = false
    return 'done'
  }

  ship(order: Order): Answer {
    const { outbound } = order
    if (!outbound?.isAudited || outbound.isShipped) return 'bad_state'
    if (order.status !== 'paid' || refundStateOf(order) === 'asked') return 'in_use'
    const left = new Map(outbound.actual)
    const shipped = order.lines.map((line) => {
      const quantity = Math.min(left.get(line.goods.product) ?? 0, leftOf(line))
      addTo(left, line.goods.product, -quantity)
      return quantity
    })
    if ([...left.values()].some((quantity) => quantity > 0)) return 'in_use'
    order.lines.forEach((line, place) => (line.shipped = shipped[place] ?? 0))
    outbound.isShipped = true
    order.status = 'shipped'
    this.refundMissing(order, ({ shipped: quantity }) => quantity)
    return 'done'
  }

  unship(order: Order): Answer {
    const { outbound } = order
    if (!outbound?.isShipped) return 'bad_state'
    if (order.status !== 'shipped' || refundStateOf(order) === 'asked') return 'in_use'
    for (const line of order.lines) line.shipped = 0
    outbound.isShipped = false
    order.status = 'paid'
    return 'done'
  }

  confirm(order: Order): Answer {
    if (order.status === 'completed') return 'done'
    if (order.status !== 'shipped' || refundStateOf(order) === 'asked') return 'bad_state'
    order.status = 'completed'
    return 'done'
  }

  /** Money for goods that were not sent goes back by itself; nothing at all cancels the order. */
  private refundMissing(order: Order, sentOf: (line: Line) => number): void {
    const quantities = order.lines.map((line) => leftOf(line) - sentOf(line))
    if (total(quantities) === 0) return
    const isEmpty = order.lines.every((line) => sentOf(line) === 0)
    const fee = isEmpty ? order.freight - order.freightRefunded : 0
    const refund: Refund = { id: 0, quantities, freight: fee, amount: 0, status: 'asked' }
    order.refunds.push(refund)
    this.payBack(order, refund, amountFor(order, quantities, fee))
    if (isEmpty) order.status = 'cancelled'
  }

  private payBack(order: Order, refund: Refund, amount: number): void {
    Object.assign(refund, { status: 'agreed', amount })
    order.lines.forEach((line, place) => (line.refunded += refund.quantities[place] ?? 0))
    order.freightRefunded += refund.freight
    this.jobs.push(() => {
      refund.status = 'done'
      order.refunded += amount
      addTo(this.returns[order.currency], order.member, amount)
    })
  }

  /** @param wantsFreight also the freight of an order that is sent, or of a part */
  ask(order: Order, quantities: readonly number[], wantsFreight: boolean): { answer: Answer; refund?: Refund } {
    const isRefundable = order.status === 'paid' || order.status === 'shipped' || order.status === 'completed'
    if (!isRefundable || refundStateOf(order) === 'asked') return { answer: 'bad_state' }
    if (order.lines.some((line, place) => (quantities[place] ?? 0) > leftOf(line))) return { answer: 'invalid' }
    const isWhole = order.lines.every((line, place) => leftOf(line) === quantities[place])
    const fee = wantsFreight || (isWhole && order.status === 'paid') ? order.freight - order.freightRefunded : 0
    const amount = amountFor(order, quantities, fee)
    if (amount === 0) return { answer: 'bad_state' }
    return { answer: 'done', refund: { id: 0, quantities: [...quantities], freight: fee, amount, status: 'asked' } }
  }

  agree(order: Order, refund: Refund): Answer {
    if (refund.status !== 'asked') return 'bad_state'
    if (order.status === 'paid' || total(refund.quantities) === 0) return this.payNow(order, refund)
    refund.status = 'returning'
    return 'done'
  }

  grant(order: Order, refund: Refund): Answer {
    return refund.status === 'asked' || refund.status === 'returning' ? this.payNow(order, refund) : 'bad_state'
  }

  /** Goods that have not been sent leave the order of the warehouse, which is made anew for the rest. */
  private payNow(order: Order, refund: Refund): Answer {
    const rest = quantitiesOf(order.lines, (line, place) => leftOf(line) - (refund.quantities[place] ?? 0))
    const isTaken = order.status === 'paid' && total(refund.quantities) > 0
    if (isTaken) {
      if (rest.size === 0) refund.freight = order.freight - order.freightRefunded
      const isFree = this.takeOut(order, rest)
      if (isFree !== 'done') return isFree
    }
    this.payBack(order, refund, amountFor(order, refund.quantities, refund.freight))
    return 'done'
  }

  private takeOut(order: Order, rest: ReadonlyMap<number, number>): Answer {
    const { outbound, holds: formerHolds, isIssued } = order
    if (outbound?.isAudited === true && this.unaudit(order) !== 'done') return 'stock_short'
    const back = (product: number): number =>
      isIssued && !outbound?.expired.has(product) ? (outbound?.actual.get(product) ?? 0) : 0
    order.holds = []
    const isShort = [...rest].some(
      ([product, quantity]) =>
        quantity > Math.max(0, this.stock.fresh(product) + back(product) - this.reserved(product)),
    )
    if (isShort) {
      Object.assign(order, { holds: formerHolds, isIssued })
      if (outbound) outbound.isAudited = isIssued
      return 'stock_short'
    }
    order.isIssued = false
    order.outbound = null
    order.holds = [...rest]
      .sort(([left], [right]) => left - right)
      .map(([product, quantity]) => ({ product, quantity, age: ++this.holds }))
    if (rest.size === 0) order.status = 'cancelled'
    else this.jobs.push(() => this.send(order))
    return 'done'
  }

  /** Goods came back: what came is paid back. */
  returned(order: Order, refund: Refund, pieces: ReadonlyMap<number, number>): void {
    const left = new Map(pieces)
    order.lines.forEach((line, place) => {
      const came = Math.min(refund.quantities[place] ?? 0, left.get(line.goods.product) ?? 0)
      addTo(left, line.goods.product, -came)
      refund.quantities[place] = came
    })
    this.payBack(order, refund, amountFor(order, refund.quantities, refund.freight))
  }

  /** The newest holds lose their stock first. */
  breakHolds(product: number, pieces: number): void {
    let left = pieces
    for (const hold of [...this.active()]
      .filter(({ product: id }) => id === product)
      .sort((first, second) => second.age - first.age)) {
      const quantity = Math.min(left, hold.quantity)
      hold.quantity -= quantity
      left -= quantity
    }
  }

  expireStock(product: number): void {
    for (const { outbound } of this.orders) if (outbound?.isAudited === true) outbound.expired.add(product)
  }

  work(): void {
    for (let job = this.jobs.shift(); job; job = this.jobs.shift()) job()
  }
}

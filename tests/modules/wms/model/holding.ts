/** The plain model holds stock for others. */
import { fits, goodOf, Refused, reservedOf, type Book, type Reason } from './book.ts'

/** Takes a hold for somebody, ends all of them, or breaks holds of a product. */
export interface HoldStep {
  readonly do: 'hold'
  readonly what: 'take' | 'release' | 'break'
  readonly ref: number
  readonly product: number
  readonly quantity: number
}

const refuse = (when: boolean, reason: Reason): void => {
  if (when) throw new Refused(reason)
}

export function applyHold(book: Book, { what, ref, product, quantity }: HoldStep): void {
  if (what === 'release') {
    book.holds = book.holds.filter((hold) => hold.ref !== ref)
    return
  }
  const { isGone, isOff } = book.products[product]!
  refuse(quantity <= 0, 'invalid')
  refuse(isGone, 'not_found')
  if (what === 'break') return breakHolds(book, product, quantity)
  refuse(!fits(book, product, quantity), 'invalid')
  refuse(
    book.holds.some((hold) => hold.ref === ref),
    'bad_state',
  )
  refuse(isOff || quantity > goodOf(book, product) - reservedOf(book, product), 'stock_short')
  book.holds.push({ ref, product, quantity })
}

function breakHolds(book: Book, product: number, quantity: number): void {
  refuse(quantity > reservedOf(book, product), 'bad_state')
  refuse(!fits(book, product, quantity), 'invalid')
  let left = quantity
  for (const hold of book.holds.filter((hold) => hold.product === product).toReversed()) {
    const part = Math.min(left, hold.quantity)
    hold.quantity -= part
    left -= part
  }
}

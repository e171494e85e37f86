/**
 * The cart of the browser: that of the member who is signed in, or goods that a visitor has chosen so far, which become
 * part of the member's cart with the first page of the shop after the sign-in.
 */
import { proxy } from 'valtio'
import { ApiError, callRoute, errorText, isMemberSignedIn } from 'tablewright/web'
import { addToCart, mergeCart, priceCart, readCart, setCart } from '../../shared/routes.ts'
import { sumOf, thousandths } from './quantity.ts'
import type { Cart } from './types.ts'

interface CartState {
  /** Null until it has been read. */
  value: Cart | null
  error: unknown
  /** Why the cart of the visitor could not become part of that of the member. */
  mergeProblem: string
}

export const cartState = proxy<CartState>({ value: null, error: null, mergeProblem: '' })

interface GuestLine {
  readonly goods_id: number
  readonly quantity: string
  readonly checked: boolean
}

const guestKey = 'shopCart'
const maxLines = 50

const isLine = (line: unknown): line is GuestLine =>
  typeof line === 'object' &&
  line !== null &&
  Number.isSafeInteger((line as GuestLine).goods_id) &&
  typeof (line as GuestLine).quantity === 'string' &&
  // A text that is no quantity would keep the whole cart from being priced.
  !Number.isNaN(thousandths((line as GuestLine).quantity))

/** Storage may be full or forbidden: a visitor's cart then lasts as long as the page. */
let memory: readonly GuestLine[] = []

function guestLines(): readonly GuestLine[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(guestKey) ?? 'null')
    return Array.isArray(value) ? value.filter(isLine).slice(0, maxLines) : memory
  } catch {
    return memory
  }
}

function storeGuestLines(lines: readonly GuestLine[]): void {
  memory = lines
  try {
    if (lines.length === 0) localStorage.removeItem(guestKey)
    else localStorage.setItem(guestKey, JSON.stringify(lines))
  } catch {
    // It stays in memory.
  }
}

const quiet = { quiet: true } as const

async function priceGuestCart(): Promise<Cart> {
  const lines = guestLines()
  if (lines.length === 0) return { list: [], total: '0.00' }
  return callRoute(priceCart, { lines: [...lines] }, quiet)
}

async function readOwnCart(): Promise<Cart> {
  const lines = guestLines()
  cartState.mergeProblem = ''
  if (lines.length === 0) return callRoute(readCart, null, quiet)
  try {
    const cart = await callRoute(
      mergeCart,
      { lines: lines.map(({ goods_id, quantity }) => ({ goods_id, quantity })) },
      quiet,
    )
    storeGuestLines([])
    return cart
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'refused') throw error
    // The lines of the visitor are kept for when there is room.
    cartState.mergeProblem = errorText(error)
    return callRoute(readCart, null, quiet)
  }
}

/** One change after the other, so that the last answer is the newest. */
let queue: Promise<unknown> = Promise.resolve()

function inTurn(work: () => Promise<Cart>): Promise<void> {
  const run = queue.then(work).then(
    (cart) => {
      Object.assign(cartState, { value: cart, error: null })
    },
    (error: unknown) => {
      cartState.error = error
      throw error
    },
  )
  queue = run.catch(() => undefined)
  return run
}

/** Reads the cart with today's prices and stock; a failure is kept in the state. */
export const loadCart = (): Promise<void> =>
  inTurn(() => (isMemberSignedIn() ? readOwnCart() : priceGuestCart())).catch(() => undefined)

/** @throws an ApiError */
export const addLine = (goods: number, quantity: string): Promise<void> =>
  inTurn(async () => {
    if (isMemberSignedIn()) return callRoute(addToCart, { goods_id: goods, quantity }, quiet)
    const lines = guestLines()
    const former = lines.find((line) => line.goods_id === goods)
    const sum = former ? sumOf(former.quantity, quantity) : quantity
    storeGuestLines([...lines.filter((line) => line !== former), { goods_id: goods, quantity: sum, checked: true }])
    return priceGuestCart()
  })

interface LineChange {
  /** "0" removes it. */
  readonly quantity?: string
  readonly checked?: boolean
}

/** @throws an ApiError */
export const setLine = (goods: number, change: LineChange): Promise<void> =>
  inTurn(async () => {
    if (isMemberSignedIn()) return callRoute(setCart, { goods_id: goods, ...change }, quiet)
    storeGuestLines(
      guestLines().flatMap((line) => {
        if (line.goods_id !== goods) return [line]
        const next = { ...line, ...change }
        return Number(next.quantity) === 0 ? [] : [next]
      }),
    )
    return priceGuestCart()
  })

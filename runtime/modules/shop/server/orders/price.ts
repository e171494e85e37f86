/** Prices an order as it is now, in money or in points, and names what speaks against it. */
import { OperationError } from 'tablewright/server'
import {
  amountOf,
  amountText,
  freightIn,
  parseAmount,
  parseQuantity,
  priceIn,
  quantityText,
  type Currency,
} from '../amounts.ts'
import { freightOf } from '../freight.ts'
import { boughtBy, fitsUnit, isOnSale, readGoods, sellableOf, type Sold } from '../goods/sold.ts'
import { t } from '../i18n.ts'
import { freightPoints } from '../settings.ts'
import type { Reading, Scope } from '#generated/shop/server.ts'

export const maxLines = 50

export interface WishedLine {
  readonly goods_id: number
  readonly quantity: string | number
  /** As the buyer saw it; absent = takes any. */
  readonly price?: string | number | undefined
}

/** A reason why an order cannot be placed as the buyer saw it. Values are texts. */
export interface Problem {
  readonly kind: 'price_up' | 'freight_up' | 'total_up' | 'short' | 'off_sale' | 'limit' | 'unit' | 'no_points'
  /** Null = of the whole order. */
  readonly goods_id: number | null
  readonly title: string
  readonly was: string
  readonly now: string
}

interface SoldQuantity {
  readonly goods: Sold
  /** Thousandths. */
  readonly quantity: number
}

interface PricedLine extends SoldQuantity {
  readonly price: number
  readonly amount: number
}

/** Amounts are those of the currency of the order. */
export interface Priced {
  readonly lines: readonly PricedLine[]
  readonly amountGoods: number
  /** Null = without an address. */
  readonly freight: number | null
  /** Cents of goods from which this region has no freight; null = always charged, or without an address. */
  readonly freeFrom: number | null
  /** The goods with their freight in each currency; null = some of them are not sold for points. */
  readonly totals: { readonly RMB: number; readonly integral: number | null }
  readonly problems: readonly Problem[]
}

export interface LineWish {
  /** Thousandths. */
  readonly quantity: number
  readonly shownPrice: number | null
}

/**
 * An amount that the buyer saw; null = none was sent.
 * @throws an OperationError `invalid`, so that nobody pays more than was seen because of a slip
 */
export function readAmount(
  language: Scope['language'],
  currency: Currency,
  field: string,
  input: string | number | undefined,
): number | null {
  if (input === undefined || input === '') return null
  const amount = parseAmount(currency, input)
  if (amount === null)
    throw new OperationError('invalid', {
      errors: { [field]: t(language, currency === 'integral' ? 'price.points' : 'price') },
    })
  return amount
}

/**
 * Quantities and prices seen by goods: two lines of the same goods count together (SB2), the lower price.
 * @throws an OperationError `invalid`
 */
export function readLines(
  { language }: Pick<Scope, 'language'>,
  lines: readonly WishedLine[],
  currency: Currency,
): ReadonlyMap<number, LineWish> {
  if (lines.length === 0 || lines.length > maxLines)
    throw new OperationError('invalid', { errors: { lines: t(language, 'lines', { maximum: maxLines }) } })
  const wishes = new Map<number, LineWish>()
  for (const [index, line] of lines.entries()) {
    const quantity = parseQuantity(line.quantity)
    if (quantity === null)
      throw new OperationError('invalid', { errors: { [`lines.${index}.quantity`]: t(language, 'quantity') } })
    const price = readAmount(language, currency, `lines.${index}.price`, line.price)
    const former = wishes.get(line.goods_id)
    const shownPrice =
      former?.shownPrice == null || price === null
        ? (price ?? former?.shownPrice ?? null)
        : Math.min(former.shownPrice, price)
    wishes.set(line.goods_id, { quantity: quantity + (former?.quantity ?? 0), shownPrice })
  }
  return wishes
}

interface Buyer {
  /** Null = a visitor, who has bought nothing so far. */
  readonly member: number | null
  /** Code of the district; null = none was chosen. */
  readonly region: string | null
  readonly currency: Currency
}

/** Prices lines as they are now, and names what speaks against them. Reads only. */
export async function priceLines(
  scope: Scope,
  query: Reading,
  wishes: ReadonlyMap<number, LineWish>,
  { member, region, currency }: Buyer,
): Promise<Priced> {
  const ids = [...wishes.keys()].sort((left, right) => left - right)
  const rows = await readGoods(query, ids)
  const sellable = await sellableOf(
    scope,
    query,
    rows.map((row) => row.product_id),
  )
  const bought = member === null ? new Map<number, number>() : await boughtBy(query, member, ids)
  const problems: Problem[] = []
  const onSale: SoldQuantity[] = []
  const lines: PricedLine[] = []
  for (const id of ids) {
    const line = wishes.get(id)
    const goods = rows.find((row) => row.id === id)
    if (!line) continue
    const add = (kind: Problem['kind'], was: string, now: string): void =>
      void problems.push({ kind, goods_id: id, title: goods?.title ?? '', was, now })
    if (!goods || !isOnSale(goods)) {
      add('off_sale', quantityText(line.quantity), '0')
      continue
    }
    onSale.push({ goods, quantity: line.quantity })
    const price = priceIn(goods, currency)
    if (price === null) {
      add('no_points', '', '')
      continue
    }
    if (!fitsUnit(line.quantity, goods)) add('unit', quantityText(line.quantity), String(goods.decimals ?? 0))
    const left = sellable.get(goods.product_id) ?? 0
    if (line.quantity > left) add('short', quantityText(line.quantity), quantityText(left))
    const limit = goods.limit_buy ?? 0
    const free = Math.max(0, limit - (bought.get(id) ?? 0))
    if (limit > 0 && line.quantity > free) add('limit', quantityText(line.quantity), quantityText(free))
    if (line.shownPrice !== null && price > line.shownPrice)
      add('price_up', amountText(currency, line.shownPrice), amountText(currency, price))
    lines.push({ goods, quantity: line.quantity, price, amount: amountOf(price, line.quantity, currency) })
  }
  const amountGoods = lines.reduce((sum, { amount }) => sum + amount, 0)
  return { ...(await sumsOf(scope, query, onSale, { region, currency })), amountGoods, lines, problems }
}

/** Freight goes by the value of the goods in money, whatever they are paid in. */
async function sumsOf(
  scope: Scope,
  query: Reading,
  onSale: readonly SoldQuantity[],
  { region, currency }: Pick<Buyer, 'region' | 'currency'>,
): Promise<Pick<Priced, 'freight' | 'freeFrom' | 'totals'>> {
  const sumIn = (paidIn: Currency): number | null =>
    onSale.reduce<number | null>((sum, { goods, quantity }) => {
      const price = priceIn(goods, paidIn)
      return sum === null || price === null ? null : sum + amountOf(price, quantity, paidIn)
    }, 0)
  const weight = onSale.reduce(
    (sum, { goods, quantity }) => sum + Math.ceil(((goods.weight ?? 0) * quantity) / 1000),
    0,
  )
  const [money, points] = [sumIn('RMB') ?? 0, sumIn('integral')]
  const { freight: cents, freeFrom } =
    region === null ? { freight: 0, freeFrom: null } : await freightOf(scope, query, region, money, weight)
  const rate = freightPoints(scope)
  return {
    freight: region === null ? null : freightIn(currency, cents, rate),
    freeFrom,
    totals: { RMB: money + cents, integral: points === null ? null : points + freightIn('integral', cents, rate) },
  }
}

/** Refunds of orders: what was bought and not paid back so far, by line and at most what was paid. */
import { insertMany, nowSeconds } from 'tablewright/server'
import { orderOptions, refundOptions } from '#generated/shop/options.ts'
import { amountOf, type Currency } from '../amounts.ts'
import { linesOf, newNumber, readOrder, type LineRow, type OrderRow, type RefundRow, type ShopCall } from '../order.ts'
import type { Reading } from '#generated/shop/server.ts'

const { status } = refundOptions
const { refund_state: refundState } = orderOptions

export type RefundStatus = RefundRow['status']
type RefundKind = RefundRow['kind']

export interface RefundPart {
  readonly line: LineRow
  /** Thousandths, at most what is left of the line. */
  readonly quantity: number
}

/** Refunds that nobody has decided, or whose goods are on their way. */
export const openStates: readonly RefundStatus[] = [status.asked, status.returning]

export const leftOf = (line: LineRow): number => line.quantity - line.refunded_quantity

/** The amount of a part of a line: the last part takes what rounding has left (SB12). */
export function partAmount({ line, quantity }: RefundPart, currency: Currency): number {
  const rest = line.amount - line.refunded_amount
  return quantity >= leftOf(line) ? rest : Math.min(rest, amountOf(line.price, quantity, currency))
}

export const freightLeft = (order: OrderRow): number => order.freight - order.freight_refunded

/** The amount that refunds under way will pay back. */
async function pendingAmount(query: Reading, order: number): Promise<number> {
  const { amount } = await query
    .selectFrom('shop_refund')
    .select(({ fn }) => fn.sum<number | string | null>('amount').as('amount'))
    .where('order_id', '=', order)
    .where('status', '=', status.agreed)
    .executeTakeFirstOrThrow()
  return Number(amount ?? 0)
}

interface NewRefund {
  readonly kind: RefundKind
  readonly status: RefundStatus
  readonly parts: readonly RefundPart[]
  readonly freight: number
  readonly reason: string
}

/** Adds a refund to a locked order; its amount is never more than what is left of the payment. */
export async function insertRefund(call: ShopCall, order: OrderRow, refund: NewRefund): Promise<RefundRow> {
  const { scope, trx } = call
  const row = await trx
    .insertInto('shop_refund')
    .values({
      refund_no: newNumber(scope, 'T'),
      order_id: order.id,
      user_id: order.user_id,
      kind: refund.kind,
      status: refund.status,
      amount: await refundAmount(call, order, refund.parts, refund.freight),
      freight: refund.freight,
      reason: refund.reason.slice(0, 255),
      tries: 0,
      create_time: nowSeconds(),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertMany(
    scope.database,
    scope.registry.require('shop/refund_line'),
    trx,
    refund.parts.map((part, index) => ({
      refund_id: row.id,
      line_no: index + 1,
      order_line_id: part.line.id,
      product_id: part.line.product_id,
      title: part.line.title,
      quantity: part.quantity,
      returned_quantity: null,
      amount: partAmount(part, order.currency),
      version: 1,
    })),
  )
  return row
}

const refundLines = (query: Reading, refund: number) =>
  query.selectFrom('shop_refund_line').selectAll().where('refund_id', '=', refund).orderBy('line_no').execute()

/** The lines of a refund with those of its order. */
export async function partsOf(query: Reading, refund: RefundRow): Promise<readonly RefundPart[]> {
  const lines = await linesOf(query, [refund.order_id])
  return (await refundLines(query, refund.id)).flatMap(({ order_line_id: id, quantity }) => {
    const line = lines.find((row) => row.id === id)
    return line ? [{ line, quantity: Math.min(quantity, leftOf(line)) }] : []
  })
}

/** Stores what became of the refunds of a locked order. */
export async function refreshState({ trx }: ShopCall, id: number): Promise<void> {
  const order = await readOrder(trx, id)
  const open = await trx
    .selectFrom('shop_refund')
    .select('id')
    .where('order_id', '=', id)
    .where('status', 'in', [...openStates])
    .limit(1)
    .executeTakeFirst()
  const paidBack = order.refunded + (await pendingAmount(trx, id))
  const state = open
    ? refundState.asked
    : paidBack === 0
      ? refundState.none
      : paidBack >= order.amount_pay
        ? refundState.full
        : refundState.partial
  await trx.updateTable('shop_order').set({ refund_state: state }).where('id', '=', id).execute()
}

/** The amount of these parts and freight, at most what is left of the payment. */
export async function refundAmount(
  { trx }: ShopCall,
  order: OrderRow,
  parts: readonly RefundPart[],
  freight: number,
): Promise<number> {
  const left = order.amount_pay - order.refunded - (await pendingAmount(trx, order.id))
  return Math.max(0, Math.min(parts.reduce((sum, part) => sum + partAmount(part, order.currency), 0) + freight, left))
}

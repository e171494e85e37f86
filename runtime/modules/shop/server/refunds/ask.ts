/** Members ask for money back, and withdraw that. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { orderOptions, refundOptions } from '#generated/shop/options.ts'
import { parseQuantity, quantityText } from '../amounts.ts'
import { fitsUnit } from '../goods/sold.ts'
import { t } from '../i18n.ts'
import { reportRequest } from '../notices.ts'
import { linesOf, lockOrder, type OrderRow, type RefundRow, type ShopCall } from '../order.ts'
import { refundSeconds } from '../settings.ts'
import type { Reading } from '#generated/shop/server.ts'
import { attachFiles } from './files.ts'
import { freightLeft, insertRefund, leftOf, refreshState, refundAmount, type RefundPart } from './refund.ts'

const { status, kind } = refundOptions
const { status: orderStatus, refund_state: refundState } = orderOptions

export interface RefundWish {
  readonly lines: readonly { readonly id: number; readonly quantity: string | number }[]
  readonly freight?: boolean | undefined
  /** Codes of images that the member has uploaded. */
  readonly files?: readonly string[] | undefined
  readonly reason: string
}

/**
 * Asks for a refund of an order of the member.
 * @throws an OperationError: `not_found` for orders of others, `bad_state` when there is nothing to ask for
 */
export async function askForRefund(
  call: ShopCall,
  member: number,
  id: number,
  request: RefundWish,
): Promise<RefundRow> {
  const { scope, trx } = call
  const { language } = scope
  const order = await lockOrder(call, id)
  // Guard T20: members ask for refunds of their own orders only.
  // Without: void member
  if (order.user_id !== member) throw new OperationError('not_found')
  refuseUnrefundable(call, order)
  const lines = await linesOf(trx, [id])
  const units = await unitsOf(
    trx,
    lines.map((line) => line.product_id),
  )
  const parts = request.lines.map(({ id: lineId, quantity: input }, index): RefundPart => {
    const line = lines.find((row) => row.id === lineId)
    if (!line) throw new OperationError('not_found')
    const quantity = parseQuantity(input)
    const left = leftOf(line)
    if (quantity === null || quantity > left || !fitsUnit(quantity, { decimals: units.get(line.product_id) ?? 0 }))
      throw new OperationError('invalid', {
        errors: { [`lines.${index}.quantity`]: t(language, 'refund.left', { left: quantityText(left) }) },
      })
    return { line, quantity }
  })
  if (new Set(parts.map(({ line }) => line.id)).size < parts.length)
    throw new OperationError('invalid', { errors: { lines: t(language, 'refund.twice') } })
  const isWhole = lines.every(
    (line) => leftOf(line) === (parts.find((part) => part.line.id === line.id)?.quantity ?? 0),
  )
  const isSent = order.status !== orderStatus.paid
  // A buyer who gets nothing pays no freight.
  const freight = request.freight === true || (isWhole && !isSent) ? freightLeft(order) : 0
  if ((await refundAmount(call, order, parts, freight)) === 0)
    throw new OperationError('bad_state', { sentence: t(language, 'refund.nothing') })
  const refund = await insertRefund(call, order, {
    kind: isSent ? (parts.length > 0 ? kind.goods : kind.money) : kind.unshipped,
    status: status.asked,
    parts,
    freight,
    reason: request.reason.trim(),
  })
  await refreshState(call, id)
  await attachFiles(call, member, refund.id, request.files ?? [])
  await reportRequest(trx, order.sn)
  return refund
}

/** Decimals of the units of products. */
async function unitsOf(query: Reading, products: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await query
    .selectFrom('wms_product as p')
    .innerJoin('wms_unit as u', 'u.id', 'p.unit_id')
    .select(['p.id', 'u.decimals'])
    .where('p.id', 'in', [...products])
    .execute()
  return new Map(rows.map((row) => [row.id, row.decimals ?? 0]))
}

function refuseUnrefundable({ scope }: ShopCall, order: OrderRow): void {
  const { language } = scope
  const refundable: readonly OrderRow['status'][] = [orderStatus.paid, orderStatus.shipped, orderStatus.completed]
  if (!refundable.includes(order.status))
    throw new OperationError('bad_state', { sentence: t(language, 'refund.state') })
  if (order.refund_state === refundState.asked)
    throw new OperationError('bad_state', { sentence: t(language, 'refund.open') })
  if (order.ship_time !== null && order.ship_time + refundSeconds(scope) < nowSeconds())
    throw new OperationError('bad_state', { sentence: t(language, 'refund.late') })
}

/** @throws an OperationError: `not_found` for refunds of others, `bad_state` for one that was decided */
export async function withdrawRequest(call: ShopCall, member: number, id: number): Promise<void> {
  const { scope, trx } = call
  const find = () => trx.selectFrom('shop_refund').selectAll().where('id', '=', id).executeTakeFirst()
  const before = await find()
  // Guard T20: members withdraw their own requests only.
  // Without: if (!before) throw new OperationError('not_found')
  if (before?.user_id !== member) throw new OperationError('not_found')
  await lockOrder(call, before.order_id)
  const refund = await find()
  if (refund?.status !== status.asked || refund.tries > 0)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'refund.decided') })
  await trx
    .updateTable('shop_refund')
    .set({ status: status.withdrawn, done_time: nowSeconds() })
    .where('id', '=', id)
    .execute()
  await refreshState(call, before.order_id)
}

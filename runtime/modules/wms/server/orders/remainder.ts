/**
 * Remainder orders: new inbound orders for what did not come with an earlier one, their source. Whatever is un-audited,
 * corrected, deleted or restored afterwards, a source and the orders that cover its remainder never receive more
 * together than was planned, except as an over-receipt.
 */
import { decimalText, displayDecimal, subtractDecimals } from 'tablewright/protocol'
import { lockRows, OperationError, records, retryTransaction } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import type { Warehousing } from '#generated/wms/warehousing/row.ts'
import { warehousingOptions } from '#generated/wms/options.ts'
import { settings } from '../settings.ts'
import { t } from '../i18n.ts'
import type { Effect, EffectCall, Reading, Row, Scope, Transaction } from '#generated/wms/server.ts'
import { detail, LineErrors, type AuditLine } from './freeze.ts'
import { countedOf } from './lines.ts'
import { productOf, readProducts } from './product.ts'

type Inbound = 'wms/warehousing'
const { unaudited } = warehousingOptions.audit_status

/**
 * Creates an unaudited order for what did not come. The action has locked the order, so that of two at once the second
 * finds what the first created. What the new order refers to has to be live, and is locked FOR KEY SHARE.
 */
export const orderRemainder: Effect<Inbound, 'remainder'> = async (call) => {
  const { scope, trx, model, row } = call
  const [earlier] = (await coverOf(trx, row.id)).numbers
  if (earlier !== undefined)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'receipt.ordered', { number: earlier }) })
  // A caller who may run the action needs no right to add orders.
  const own = records<WmsServerParts>(scope, trx).asModule(
    t(scope.language, 'receipt.remainder', { number: row.receipt_no ?? row.id }),
  )
  const order = await own.get('wms/warehousing', row.id)
  const { type, supplier_id, order_sn, remark } = row
  const made = await own.create(
    'wms/warehousing',
    { type, supplier_id, order_sn, remark, product_detail: (order?.product_detail ?? []).flatMap(missingPart) },
    { remainder_of_id: row.id },
  )
  const title = (await own.get('wms/warehousing', made.id))?.receipt_no ?? ''
  call.answer({ made: { table: model.id, label: model.label[scope.language], id: made.id, title } })
}

/** A line for the quantity that was not received, where there is one. */
function missingPart({ product_id, warehouse_shelf_id, plan_quantity, actual_quantity, price }: WireLine) {
  const missing = subtractDecimals(plan_quantity, actual_quantity ?? '0')
  return Number(missing) > 0 ? [{ product_id, warehouse_shelf_id, plan_quantity: missing, price }] : []
}

type WireLine = NonNullable<Warehousing['product_detail']>[number]

/** Sums of quantities (thousandths) by product. */
type Quantities = ReadonlyMap<number, bigint>

/** What live remainder orders of an order stand for: what is planned on open ones, what audited ones received. */
interface Cover {
  readonly quantities: Quantities
  /** Numbers of the live orders, directly and further on. */
  readonly numbers: readonly string[]
}

/** Deleted orders cover nothing, but an order for their own remainder still does. */
async function coverOf(query: Reading, source: number): Promise<Cover> {
  const quantities = new Map<number, bigint>()
  const numbers: string[] = []
  for (const order of await ordersWhere(query, 'remainder_of_id', source)) {
    const isOpen = order.deletetime === null && order.audit_status === unaudited
    if (order.deletetime === null) numbers.push(order.receipt_no ?? String(order.id))
    if (order.deletetime === null)
      for (const line of await linesOf(query, order.id))
        add(quantities, line.product_id, BigInt(isOpen ? line.plan_quantity : countedOf(line)))
    const further = await coverOf(query, order.id)
    numbers.push(...further.numbers)
    // What an open order plans includes what covers its own remainder.
    if (!isOpen) for (const [product, quantity] of further.quantities) add(quantities, product, quantity)
  }
  return { quantities, numbers }
}

function add(quantities: Map<number, bigint>, product: number, quantity: bigint): void {
  quantities.set(product, (quantities.get(product) ?? 0n) + quantity)
}

type SourceOrder = Pick<Row<Inbound>, 'id' | 'receipt_no' | 'audit_status' | 'deletetime' | 'remainder_of_id'>

const ordersWhere = (query: Reading, column: 'id' | 'remainder_of_id', id: number): Promise<readonly SourceOrder[]> =>
  query
    .selectFrom('wms_warehousing')
    .select(['id', 'receipt_no', 'audit_status', 'deletetime', 'remainder_of_id'])
    .where(column, '=', id)
    .orderBy('id')
    .execute()

const linesOf = (query: Reading, order: number) =>
  query
    .selectFrom('wms_warehousing_line')
    .select(['product_id', 'plan_quantity', 'actual_quantity'])
    .where('warehousing_id', '=', order)
    .execute()

/** More on remainder orders than a source has left for them. Quantities are thousandths. */
interface Excess {
  readonly productId: number
  readonly planned: bigint
  /** Received on the source itself; 0 while it is open. */
  readonly received: bigint
  readonly covered: bigint
  readonly numbers: readonly string[]
}

/**
 * Products of which the remainder orders cover more than an audited source is missing, or an open one plans.
 * @param tolerance whether the site's over-receipt tolerance of the plan counts
 */
async function excessOver(
  scope: Scope,
  query: Reading,
  source: Pick<SourceOrder, 'id' | 'audit_status'>,
  tolerance: boolean,
): Promise<readonly Excess[]> {
  const cover = await coverOf(query, source.id)
  if (cover.numbers.length === 0) return []
  const isOpen = source.audit_status === unaudited
  const [planned, received, left] = [new Map<number, bigint>(), new Map<number, bigint>(), new Map<number, bigint>()]
  for (const line of await linesOf(query, source.id)) {
    const counted = isOpen ? 0 : countedOf(line)
    add(planned, line.product_id, BigInt(line.plan_quantity))
    add(received, line.product_id, BigInt(counted))
    add(left, line.product_id, BigInt(Math.max(0, line.plan_quantity - counted)))
    if (tolerance) add(left, line.product_id, BigInt(toleranceOf(scope, line.plan_quantity)))
  }
  return [...cover.quantities]
    .filter(([product, covered]) => covered > (left.get(product) ?? 0n))
    .map(([productId, covered]) => ({
      productId,
      planned: planned.get(productId) ?? 0n,
      received: received.get(productId) ?? 0n,
      covered,
      numbers: cover.numbers,
    }))
}

/** The quantity beyond the plan that needs no right, in thousandths. */
export const toleranceOf = (scope: Scope, planned: number): number =>
  Number((BigInt(planned) * BigInt(settings(scope).overReceipt)) / 10_000n)

/**
 * Locks the sources of remainder orders FOR UPDATE, with the orders themselves: an audit of the source, and the order
 * for its remainder, see each other's figures. Both are documents, so they are locked before anything else.
 */
export async function lockSources(scope: Scope, trx: Transaction, orders: readonly number[]): Promise<void> {
  if (scope.database.adapter.embedded) return
  const before = await sourceIds(trx, orders)
  if (before.length === 0) return
  await lockRows(scope, trx, 'wms/warehousing', [...orders, ...before], 'exclusive')
  // An order between the two was deleted or restored before the lock.
  if ((await sourceIds(trx, orders)).join() !== before.join()) retryTransaction()
}

async function sourceIds(query: Reading, orders: readonly number[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const order of orders) {
    const source = await sourceOf(query, order)
    if (source) ids.push(source.id)
  }
  return ids
}

/** The nearest order before this one that is not deleted; null when there is none. */
async function sourceOf(query: Reading, order: number): Promise<SourceOrder | null> {
  const [current] = await ordersWhere(query, 'id', order)
  return current ? sourceBefore(query, current) : null
}

/** The same for an order that was read already. */
async function sourceBefore(query: Reading, order: Pick<SourceOrder, 'remainder_of_id'>): Promise<SourceOrder | null> {
  for (let id = order.remainder_of_id; id !== null;) {
    const [current] = await ordersWhere(query, 'id', id)
    if (!current || current.deletetime === null) return current ?? null
    id = current.remainder_of_id
  }
  return null
}

/** Throws an OperationError `invalid` when saved or restored orders plan more than their source has left. */
export async function refuseExcess(scope: Scope, trx: Reading, orders: readonly number[]): Promise<void> {
  for (const order of orders) {
    const source = await sourceOf(trx, order)
    const [first] = source ? await excessOver(scope, trx, source, false) : []
    if (!source || !first) continue
    const sentence = await excessText(scope, trx, first, source)
    throw new OperationError('invalid', { errors: { [detail]: sentence }, sentence })
  }
}

/**
 * The same at an audit, whose actual quantities are written: for the order as a source, and for its own source. Beyond
 * the plan it takes what any over-receipt takes: the right and a note on a line of the product.
 */
export async function checkExcess(
  { scope, trx, row, can }: EffectCall<Inbound, 'audit'>,
  lines: readonly AuditLine[],
): Promise<void> {
  const own = { ...row, audit_status: warehousingOptions.audit_status.audited }
  const before = await sourceBefore(trx, row)
  const errors = new LineErrors()
  for (const source of [own, ...(before ? [before] : [])])
    for (const excess of await excessOver(scope, trx, source, true)) {
      const counted = lines.filter(({ row: { product_id: id }, quantity }) => id === excess.productId && quantity > 0)
      const [first] = counted
      const isNoted = counted.some((line) => (line.row.remark ?? '').trim() !== '')
      if (!first || (can('overReceipt') && isNoted)) continue
      const text = await excessText(scope, trx, excess, source)
      const note = can('overReceipt') ? ` ${t(scope.language, 'receipt.over_remark')}` : ''
      errors.add(first, 'actual_quantity', `${text}${note}`)
    }
  errors.refuse()
}

async function excessText(
  { language }: Scope,
  query: Reading,
  { productId, planned, received, covered, numbers }: Excess,
  source: Pick<Row<Inbound>, 'id' | 'receipt_no'>,
): Promise<string> {
  const product = productOf(await readProducts(query, [productId]), productId)
  const text = (quantity: bigint): string => displayDecimal(decimalText(Number(quantity), 3))
  return t(language, 'receipt.covered', {
    product: product.name,
    source: source.receipt_no ?? String(source.id),
    planned: text(planned),
    received: text(received),
    covered: text(covered),
    numbers: numbers.join(language === 'zh-cn' ? '、' : ', '),
  })
}

/** Says at once which remainder orders the next audit of the order will count. */
export async function noteRemainders({ scope, trx, row, answer }: EffectCall<Inbound, 'unaudit'>): Promise<void> {
  const { numbers } = await coverOf(trx, row.id)
  if (numbers.length > 0)
    answer({
      note: t(scope.language, 'receipt.remains', { numbers: numbers.join(scope.language === 'zh-cn' ? '、' : ', ') }),
    })
}

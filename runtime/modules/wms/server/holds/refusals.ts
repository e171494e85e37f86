/** Refuses to take stock that is held for somebody else, and names for whom. */
import { decimalText, displayDecimal, type Shortage } from 'tablewright/protocol'
import { nowSeconds, OperationError } from 'tablewright/server'
import type { WmsMessageKey } from '#generated/wms/messages.ts'
import { t } from '../i18n.ts'
import { isExpired } from '../stock/layer.ts'
import type { LayerMove } from '../stock/layer-book.ts'
import { readPlaces } from '../stock/place.ts'
import type { StockedProduct } from '../stock/stocked-product.ts'
import type { Posting, Reading, Scope, Transaction } from '#generated/wms/server.ts'
import { activeHolds, holdsOf, type Hold } from './rows.ts'
import { readGood } from './sellable.ts'

/** A product of which too little is there; quantities are thousandths. */
interface ShortProduct {
  readonly id: number
  readonly number: string
  readonly name: string
  readonly onHand: number
  readonly available: number
  readonly needed: number
  /** Holds that stand in the way; absent = all of the product. */
  readonly blocking?: readonly Hold[]
}

/** How many products, and holders of each, a sentence names. */
const maxNamed = 3

const textOf = (quantity: number): string => displayDecimal(decimalText(quantity, 3))

/** Throws an OperationError `stock_short`. @param text has places for product, available, needed and holders */
export async function refuseShort(
  scope: Scope,
  query: Reading,
  text: WmsMessageKey,
  products: readonly ShortProduct[],
): Promise<never> {
  const first = products.slice(0, maxNamed)
  const active = await activeHolds(
    query,
    first.map(({ id }) => id),
  )
  const sentences = first.map(({ id, number, name, available, needed, blocking }) => {
    const own = blocking ?? active.filter((hold) => hold.product_id === id)
    const holders = own.slice(0, maxNamed).map((hold) => `${hold.holder_no} (${textOf(hold.quantity)})`)
    return t(scope.language, text, {
      product: `${number} ${name}`,
      available: textOf(available),
      needed: textOf(needed),
      holders: [...holders, ...(own.length > maxNamed ? ['…'] : [])].join(', '),
    })
  })
  throw new OperationError('stock_short', {
    sentence: [...sentences, ...(products.length > maxNamed ? ['…'] : [])].join(' '),
    short: products.map(({ id, number, name, onHand, available, needed }): Shortage => ({
      table: 'wms/product',
      key: { product_id: id },
      labels: { product_id: `${number} ${name}` },
      on_hand: decimalText(onHand, 3),
      available: decimalText(available, 3),
      wanted: decimalText(needed, 3),
    })),
  })
}

/**
 * Refuses what would leave less of a product than is held. What is not there at all is left to the ledger, which names
 * the shelf. The products are locked.
 * @param changes thousandths by product, negative when they leave
 */
export async function refuseHeld(scope: Scope, trx: Transaction, changes: ReadonlyMap<number, number>): Promise<void> {
  const leaving = [...changes].filter(([, change]) => change < 0).map(([id]) => id)
  if (leaving.length === 0) return
  const rows = await trx
    .selectFrom('wms_product')
    .select(['id', 'product_no', 'name', 'total_stock_num', 'reserved_num'])
    .where('id', 'in', leaving)
    .where('reserved_num', '>', 0)
    .orderBy('id')
    .execute()
  const short = rows.flatMap((row): readonly ShortProduct[] => {
    const [onHand, reserved] = [row.total_stock_num ?? 0, row.reserved_num ?? 0]
    const needed = -(changes.get(row.id) ?? 0)
    if (needed > onHand || onHand - needed >= reserved) return []
    const available = Math.max(0, onHand - reserved)
    return [{ id: row.id, number: row.product_no, name: row.name, onHand, available, needed }]
  })
  if (short.length > 0) await refuseShort(scope, trx, 'held.short', short)
}

/** Sums quantities (thousandths) by product. */
export function byProduct(
  lines: readonly { readonly product_id: number; readonly quantity: number }[],
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { product_id: id, quantity } of lines) sums.set(id, (sums.get(id) ?? 0) + quantity)
  return sums
}

interface PostingCall {
  readonly scope: Scope
  readonly trx: Transaction
  readonly document: Posting<'wms/inventory_history'>['document']
}

/**
 * Refuses a posting that takes good stock which is held for others: the rest has expired, or is on closed shelves, so
 * that they could not be sent it. An order that stock is held for takes what older holds leave over: where too little
 * is left for all, the newest go without, as when holds are broken.
 * @param moves what the posting put into batches and took out of them
 */
export async function refuseHeldBatches(
  call: PostingCall,
  products: readonly StockedProduct[],
  moves: readonly LayerMove[],
): Promise<void> {
  const { scope, trx } = call
  const reserved = products.filter((product) => product.reserved > 0)
  if (reserved.length === 0 || moves.every(({ quantity }) => quantity >= 0)) return
  const now = nowSeconds()
  const good = await readGood(
    trx,
    reserved.map(({ id }) => id),
    now,
  )
  const scarce = reserved.filter((product) => (good.get(product.id) ?? 0) < product.reserved)
  if (scarce.length === 0) return
  const places = await readPlaces(
    trx,
    moves.map(({ layer }) => layer.shelfId),
  )
  const own = await holdsOfOrder(call)
  const active = await activeHolds(
    trx,
    scarce.map(({ id }) => id),
  )
  const short = scarce.flatMap((product): readonly ShortProduct[] => {
    const loss = -moves
      .filter(({ layer }) => layer.productId === product.id && !isExpired(layer, now))
      .filter(({ layer }) => places.get(layer.shelfId)?.closed === null)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    if (loss <= 0) return []
    const hold = own.find((row) => row.product_id === product.id)
    // More than what is held for it is taken from all others.
    const isOwn = hold !== undefined && loss <= hold.quantity
    const before = active.filter((row) => row.product_id === product.id && (!isOwn || row.id < hold.id))
    const needed = before.reduce((sum, { quantity }) => sum + quantity, 0)
    const left = good.get(product.id) ?? 0
    if (left >= needed) return []
    const available = Math.max(0, left + loss - needed)
    return [{ ...product, onHand: product.total + loss, available, needed: loss, blocking: before }]
  })
  if (short.length > 0) await refuseShort(scope, trx, 'held.batches', short)
}

/** The holds of the order that is posted. */
async function holdsOfOrder({ trx, document }: PostingCall): Promise<readonly Hold[]> {
  if (document.kind !== 'wms/outbound') return []
  const order = await trx
    .selectFrom('wms_outbound')
    .select(['holder', 'holder_id'])
    .where('id', '=', Number(document.id))
    .executeTakeFirst()
  if (!order || order.holder === null || order.holder_id === null) return []
  return holdsOf(trx, { entity: order.holder, id: order.holder_id })
}

/** Outbound orders take the stock that is held for them, and their holders learn what became of it. */
import {
  lockInOrder,
  lockRows,
  OperationError,
  retryTransaction,
  type ContractLock,
  type HoldRef,
} from 'tablewright/server'
import { holdOptions } from '#generated/wms/options.ts'
import { t } from '../i18n.ts'
import { detail } from '../orders/freeze.ts'
import { countedOf } from '../orders/lines.ts'
import type { Effect, EffectCall, Hooks, Reading, Row, Scope, Transaction } from '#generated/wms/server.ts'
import { refuseShort } from './refusals.ts'
import { holdsOf, refOf, refreshReserved, sumOfHolds } from './rows.ts'

type Outbound = 'wms/outbound'
const { state: states } = holdOptions

type Linked = Pick<Row<Outbound>, 'id' | 'holder' | 'holder_id'>

/** The module that an order is for; undefined when nobody has registered for such records. */
const holderOf = (scope: Scope, entity: string) => scope.stockHolders?.find((holder) => holder.entity === entity)

/** Actions of which the holder learns in the same transaction. */
const notifiedActions: readonly string[] = ['ship', 'unship', 'del']

/** Locks the records that stock is held for together with the orders, whichever come first. */
export const lockHolders: NonNullable<Hooks<Outbound>['beforeWrite']> = async (scope, trx, _change, ids, action) => {
  if (!notifiedActions.includes(action)) return
  const before = await linkedOrders(trx, ids)
  if (before.length === 0) return
  const orders = before.map(({ id }) => id)
  await lockInOrder(scope, [
    {
      entity: 'wms/outbound',
      // A deletion locks all of its orders so, and never makes a lock stronger later.
      lock: () => lockRows(scope, trx, 'wms/outbound', action === 'del' ? ids : orders, lockOf(action)),
    },
    ...holderLocks(
      scope,
      trx,
      before.flatMap(({ holder, holder_id: id }) => (holder === null || id === null ? [] : [{ entity: holder, id }])),
    ),
  ])
  if (JSON.stringify(await linkedOrders(trx, ids)) !== JSON.stringify(before)) retryTransaction()
}

const lockOf = (action: string): 'exclusive' | 'write' => (action === 'del' ? 'exclusive' : 'write')

/** Locks of the records of registered holders. */
export function holderLocks(
  scope: Scope,
  trx: Transaction,
  refs: readonly Pick<HoldRef, 'entity' | 'id'>[],
): readonly ContractLock[] {
  const entities = [...new Set(refs.map(({ entity }) => entity))]
  return entities.flatMap((entity) => {
    const holder = holderOf(scope, entity)
    const ids = refs.filter((ref) => ref.entity === entity).map(({ id }) => id)
    return holder ? [{ entity, lock: () => holder.lock({ scope, trx }, ids) }] : []
  })
}

async function linkedOrders(query: Reading, ids: readonly number[]): Promise<readonly Linked[]> {
  if (ids.length === 0) return []
  return query
    .selectFrom('wms_outbound')
    .select(['id', 'holder', 'holder_id'])
    .where('id', 'in', ids)
    .where('holder', 'is not', null)
    .where('deletetime', 'is', null)
    .orderBy('id')
    .execute()
}

/** The holds of the order. */
const holdsFor = async (
  query: Reading,
  { holder, holder_id: id }: Pick<Linked, 'holder' | 'holder_id'>,
): Promise<Awaited<ReturnType<typeof holdsOf>>> =>
  holder === null || id === null ? [] : holdsOf(query, { entity: holder, id })

/** The reference of the order, with its number; null when nothing is held for it. */
async function refFor(query: Reading, order: Pick<Linked, 'holder' | 'holder_id'>): Promise<HoldRef | null> {
  const [hold] = await holdsFor(query, order)
  return hold ? refOf(hold) : null
}

/** A deleted order is that of the holder no more; what was held stays held. */
export const unlinkRemoved: NonNullable<Hooks<Outbound>['beforeRemove']> = async (scope, trx, ids) => {
  for (const order of await linkedOrders(trx, ids)) {
    const ref = await refFor(trx, order)
    if (ref) await holderOf(scope, ref.entity)?.onOutboundDeleted({ scope, trx }, ref)
    await trx.updateTable('wms_outbound').set({ holder: null, holder_id: null }).where('id', '=', order.id).execute()
  }
}

/**
 * The order of a holder delivers what was promised: shelves and smaller quantities may be changed, other products and
 * larger quantities may not.
 */
export async function refuseOtherGoods(scope: Scope, trx: Reading, ids: readonly number[]): Promise<void> {
  for (const order of await linkedOrders(trx, ids)) {
    const promised = new Map((await holdsFor(trx, order)).map((hold) => [hold.product_id, hold.promised]))
    if (promised.size === 0) continue
    const lines = await trx
      .selectFrom('wms_outbound_line')
      .select(['product_id', 'plan_quantity', 'actual_quantity', 'product_material_name'])
      .where('outbound_id', '=', order.id)
      .orderBy('line_no')
      .execute()
    const planned = new Map<number, number>()
    lines.forEach((line, index) => {
      const sum = (planned.get(line.product_id) ?? 0) + Math.max(line.plan_quantity, countedOf(line))
      planned.set(line.product_id, sum)
      if (sum > (promised.get(line.product_id) ?? 0))
        throw new OperationError('invalid', {
          errors: {
            [`${detail}.${index}.plan_quantity`]: t(scope.language, 'hold.other', {
              product: line.product_material_name ?? '',
            }),
          },
        })
    })
  }
}

/** Locks the products of the order and of what is held for it, FOR NO KEY UPDATE, in one go. */
export async function lockProducts(
  { scope, trx, row }: Pick<EffectCall<Outbound>, 'scope' | 'trx' | 'row'>,
  products: readonly number[],
): Promise<void> {
  const own = (await holdsFor(trx, row)).map((hold) => hold.product_id)
  await lockRows(scope, trx, 'wms/product', [...products, ...own], 'write')
}

/** The order takes its own holds. The products are locked. */
export async function issueHolds({ scope, trx, row }: EffectCall<Outbound, 'audit'>): Promise<void> {
  const products = (await holdsFor(trx, row))
    .filter((hold) => hold.state === states.held)
    .map((hold) => hold.product_id)
  await setState(scope, trx, row, states.issued, products)
}

async function setState(
  scope: Scope,
  trx: Transaction,
  { holder, holder_id: id }: Pick<Linked, 'holder' | 'holder_id'>,
  state: (typeof states)[keyof typeof states],
  products: readonly number[],
): Promise<void> {
  if (products.length === 0 || holder === null || id === null) return
  await trx.updateTable('wms_hold').set({ state }).where('holder', '=', holder).where('holder_id', '=', id).execute()
  await refreshReserved(scope, trx, products)
}

/**
 * Holds the goods again that come back next. The products are locked.
 * @param returned thousandths by product
 * @throws an OperationError `stock_short` when somebody else holds what was not issued at the time
 */
export async function holdAgain(
  { scope, trx, row }: EffectCall<Outbound, 'unaudit'>,
  returned: ReadonlyMap<number, number>,
): Promise<void> {
  const products = (await holdsFor(trx, row))
    .filter((hold) => hold.state === states.issued)
    .map((hold) => hold.product_id)
  if (products.length === 0) return
  await setState(scope, trx, row, states.held, products)
  const sums = await sumOfHolds(trx, products)
  const rows = await trx
    .selectFrom('wms_product')
    .select(['id', 'product_no', 'name', 'total_stock_num'])
    .where('id', 'in', products)
    .orderBy('id')
    .execute()
  const short = rows.flatMap((product) => {
    const onHand = (product.total_stock_num ?? 0) + (returned.get(product.id) ?? 0)
    const needed = sums.get(product.id) ?? 0
    return needed <= onHand
      ? []
      : [{ id: product.id, number: product.product_no, name: product.name, onHand, available: onHand, needed }]
  })
  if (short.length > 0) await refuseShort(scope, trx, 'held.again', short)
}

/** The quantities that really left, by product. */
const notifyShipped: Effect<Outbound, 'ship'> = async (call) => {
  const { scope, trx, row } = call
  const ref = await refFor(trx, row)
  const holder = ref && holderOf(scope, ref.entity)
  if (!holder) return
  const quantities = new Map<number, number>()
  for (const line of await call.lines(detail))
    quantities.set(line.product_id, (quantities.get(line.product_id) ?? 0) + countedOf(line))
  const lines = [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
  await holder.onShipped({ scope, trx }, { ref, lines })
}

const notifyUnshipped: Effect<Outbound, 'unship'> = async ({ scope, trx, row }) => {
  const ref = await refFor(trx, row)
  if (ref) await holderOf(scope, ref.entity)?.onUnshipped({ scope, trx }, ref)
}

export const holdEffects = { notifyShipped, notifyUnshipped }

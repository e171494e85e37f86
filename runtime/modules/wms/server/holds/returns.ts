/** Goods that come back from a holder: a receipt is expected, and its audit tells the holder what came. */
import { decimalText } from 'tablewright/protocol'
import {
  lockInOrder,
  lockRows,
  OperationError,
  records,
  retryTransaction,
  type HoldRef,
  type StockHolds,
} from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { warehousingOptions } from '#generated/wms/options.ts'
import { t } from '../i18n.ts'
import { detail } from '../orders/freeze.ts'
import { countedOf } from '../orders/lines.ts'
import type { Effect, Reading, Scope, Transaction } from '#generated/wms/server.ts'
import { holderLocks } from './outbound.ts'

type Inbound = 'wms/warehousing'
const { unaudited } = warehousingOptions.audit_status

interface WarehouseCall {
  readonly scope: Scope
  readonly trx: Transaction
}

/** Receipts of these references that are expected. */
const expectedFor = (query: Reading, { entity, id }: Pick<HoldRef, 'entity' | 'id'>) =>
  query
    .selectFrom('wms_warehousing')
    .select('id')
    .where('holder', '=', entity)
    .where('holder_id', '=', id)
    .where('audit_status', '=', unaudited)
    .where('deletetime', 'is', null)
    .orderBy('id')
    .execute()

/** See the contract. The caller has locked the record of the reference. */
export async function expectReturn(
  { scope, trx }: WarehouseCall,
  ref: HoldRef,
  { orderSn, lines }: Parameters<StockHolds['expectReturn']>[2],
): Promise<{ readonly inboundId: number }> {
  if (lines.length === 0) throw new OperationError('invalid', { sentence: t(scope.language, 'hold.lines') })
  if ((await expectedFor(trx, ref)).length > 0)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'return.expected', { holder: ref.no }) })
  const { id } = await records<WmsServerParts>(scope, trx)
    .asModule(ref.no)
    .create(
      'wms/warehousing',
      {
        type: warehousingOptions.type.returned,
        order_sn: orderSn,
        product_detail: lines.map(({ productId, quantity }) => ({
          product_id: productId,
          plan_quantity: decimalText(quantity, 3),
        })),
      },
      { holder: ref.entity, holder_id: ref.id },
    )
  return { inboundId: id }
}

/** See the contract. */
export async function cancelReturn({ scope, trx }: WarehouseCall, ref: HoldRef): Promise<void> {
  const ids = (await expectedFor(trx, ref)).map(({ id }) => id)
  if (ids.length === 0) return
  await lockRows(scope, trx, 'wms/warehousing', ids, 'exclusive')
  const open = (await expectedFor(trx, ref)).map(({ id }) => id)
  // One was audited before it was locked.
  if (open.length !== ids.length) retryTransaction()
  await trx.updateTable('wms_warehousing').set({ holder: null, holder_id: null }).where('id', 'in', open).execute()
  await records<WmsServerParts>(scope, trx).asModule(ref.no).remove('wms/warehousing', open)
}

/** The references of receipts. */
async function refsOf(
  query: Reading,
  ids: readonly number[],
): Promise<
  readonly { readonly id: number; readonly entity: string; readonly holderId: number; readonly no: string }[]
> {
  if (ids.length === 0) return []
  const rows = await query
    .selectFrom('wms_warehousing')
    .select(['id', 'holder', 'holder_id', 'order_sn'])
    .where('id', 'in', [...ids])
    .where('holder', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, holder, holder_id: holderId, order_sn: no }) =>
    holder === null || holderId === null ? [] : [{ id, entity: holder, holderId, no: no ?? '' }],
  )
}

/** Locks receipts together with the records that their goods come from, whichever come first. */
export async function lockReturners(
  scope: Scope,
  trx: Transaction,
  ids: readonly number[],
  lockReceipts: () => Promise<void>,
): Promise<void> {
  const refs = await refsOf(trx, ids)
  await lockInOrder(scope, [
    { entity: 'wms/warehousing', lock: lockReceipts },
    ...holderLocks(
      scope,
      trx,
      refs.map(({ entity, holderId }) => ({ entity, id: holderId })),
    ),
  ])
  if (JSON.stringify(await refsOf(trx, ids)) !== JSON.stringify(refs)) retryTransaction()
}

/** The holder decides about its returns: nobody deletes their receipts. */
export async function refuseExpected(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  const [ref] = await refsOf(trx, ids)
  if (ref) throw new OperationError('in_use', { sentence: t(scope.language, 'return.needed', { holder: ref.no }) })
}

/** Tells the holder what came back, in the transaction of the audit. */
const notifyReturned: Effect<Inbound, 'audit'> = async (call) => {
  const { scope, trx, row } = call
  const [ref] = await refsOf(trx, [row.id])
  const holder = ref && scope.stockHolders?.find(({ entity }) => entity === ref.entity)
  if (!ref || !holder?.onReturned) return
  const quantities = new Map<number, number>()
  for (const line of await call.lines(detail))
    quantities.set(line.product_id, (quantities.get(line.product_id) ?? 0) + countedOf(line))
  const lines = [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
  await holder.onReturned({ scope, trx }, { ref: { entity: ref.entity, id: ref.holderId, no: ref.no }, lines })
}

/** Goods that the holder has paid back for stay. */
const keepReturned: Effect<Inbound, 'unaudit'> = async ({ scope, trx, row }) => {
  const [ref] = await refsOf(trx, [row.id])
  if (ref) throw new OperationError('in_use', { sentence: t(scope.language, 'return.paid', { holder: ref.no }) })
}

export const returnEffects = { notifyReturned, keepReturned }

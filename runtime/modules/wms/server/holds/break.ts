/** Ends holds because their stock has to leave otherwise. */
import { decimalText, displayDecimal } from 'tablewright/protocol'
import {
  describeFieldProblem,
  lockInOrder,
  lockRows,
  OperationError,
  retryTransaction,
  updateMany,
} from 'tablewright/server'
import { t } from '../i18n.ts'
import { fitsUnit, productOf, readProducts } from '../orders/product.ts'
import type { Effect, Hooks } from '#generated/wms/server.ts'
import { holderLocks } from './outbound.ts'
import { activeHolds, refOf, refreshReserved, type Hold } from './rows.ts'

type Product = 'wms/product'

/** Locks the product together with the records that it is held for, whichever come first. */
export const lockBroken: NonNullable<Hooks<Product>['beforeWrite']> = async (scope, trx, _change, ids, action) => {
  if (action !== 'breakHolds') return
  const refs = (await activeHolds(trx, ids)).map(refOf)
  await lockInOrder(scope, [
    { entity: 'wms/product', lock: () => lockRows(scope, trx, 'wms/product', ids, 'write') },
    ...holderLocks(scope, trx, refs),
  ])
  const lockedRefs = new Set(refs.map(({ entity, id }) => `${entity} ${id}`))
  const isNew = (await activeHolds(trx, ids)).map(refOf).some(({ entity, id }) => !lockedRefs.has(`${entity} ${id}`))
  if (isNew) retryTransaction()
}

/** The newest holds end first. The product and the records that it is held for are locked. */
export const breakHolds: Effect<Product, 'breakHolds'> = async ({ scope, trx, row, input, answer }) => {
  const { language, stockHolders = [] } = scope
  const product = productOf(await readProducts(trx, [row.id]), row.id)
  if (!fitsUnit(input.quantity, product))
    throw new OperationError('invalid', {
      errors: { quantity: describeFieldProblem(language, { rule: 'scale', params: { limit: product.decimals } }) },
    })
  let left = input.quantity
  const parts: { readonly hold: Hold; readonly quantity: number }[] = []
  for (const hold of await activeHolds(trx, [row.id])) {
    const quantity = Math.min(left, hold.quantity)
    left -= quantity
    if (quantity > 0) parts.push({ hold, quantity })
  }
  await updateMany(
    scope.database,
    scope.registry.require('wms/hold'),
    trx,
    parts.toReversed().map(({ hold, quantity }) => ({ id: hold.id, quantity: hold.quantity - quantity })),
  )
  await refreshReserved(scope, trx, [row.id])
  for (const { hold, quantity } of parts) {
    const ref = refOf(hold)
    const holder = stockHolders.find(({ entity }) => entity === ref.entity)
    await holder?.onBroken({ scope, trx }, { ref, lines: [{ productId: row.id, quantity }] })
  }
  const holders = parts.map(({ hold, quantity }) => `${hold.holder_no} (${displayDecimal(decimalText(quantity, 3))})`)
  answer({ note: t(language, 'hold.broken', { holders: holders.join(', ') }) })
}

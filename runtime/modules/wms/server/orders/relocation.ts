/** Effects of relocations in addition to posting. */
import { describeFieldProblem, OperationError, records, toStorable } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { relocationOptions } from '#generated/wms/options.ts'
import { closedSentence, lockPlaces, readPlaces } from '../stock/place.ts'
import { t } from '../i18n.ts'
import type { Change, Effect, Hooks, Reading, Row, Scope } from '#generated/wms/server.ts'
import { forgetAudit, noteReason } from './log.ts'
import { fitsUnit, productOf, readProducts, type OrderProduct } from './product.ts'

type Relocation = 'wms/relocation'

export const relocation: Hooks<Relocation> = {
  /** A product may be named by its number alone. */
  async prepareBody(scope, _model, { body }) {
    const { order_product_no: number, product_id: product = '' } = body
    if ((product ?? '') !== '' || typeof number !== 'string' || number === '') return body
    const [match] = await records<WmsServerParts>(scope)
      .asModule('a product is named by its number')
      .find('wms/product', { where: { product_no: number }, limit: 1 })
    return match ? { ...body, product_id: match.id } : body
  },
  beforeCreate: (scope, trx, change) => fillIn(scope, trx, change, null),
  beforeUpdate: (scope, trx, change, current) => fillIn(scope, trx, change, current),
}

type NumberColumn = 'product_id' | 'plan_quantity' | 'source_warehouse_shelf_id' | 'target_warehouse_shelf_id'

/** The product's number and whether the goods leave the warehouse; refuses what the unit cannot count. */
async function fillIn(
  scope: Scope,
  trx: Reading,
  { given: values, overrides }: Change<Relocation>,
  current: Row<Relocation> | null,
): Promise<void> {
  const valueOf = (name: NumberColumn): number => values.get(name) ?? current?.[name] ?? 0
  const product = productOf(await readProducts(trx, [valueOf('product_id')]), valueOf('product_id'))
  refuseUncountable(scope, product, { plan_quantity: valueOf('plan_quantity') })
  const [source, target] = [valueOf('source_warehouse_shelf_id'), valueOf('target_warehouse_shelf_id')]
  const places = await readPlaces(trx, [source, target])
  const isWithin = places.get(source)?.warehouseId === places.get(target)?.warehouseId
  const { yes, no } = relocationOptions.crosses_warehouses
  overrides.set('order_product_no', product.number)
  overrides.set('crosses_warehouses', isWithin ? no : yes)
}

/** Goods may come onto the target; the source may be closed, so that it can be emptied. */
const checkMove: Effect<Relocation, 'audit' | 'move'> = async ({ scope, trx, row, input, action }) => {
  const product = productOf(await readProducts(trx, [row.product_id]), row.product_id)
  if (product.isDeleted)
    throw new OperationError('invalid', { errors: { product_id: t(scope.language, 'product.deleted') } })
  refuseUncountable(scope, product, {
    // A plan the unit cannot count could never be moved in full; before the audit it can still be corrected.
    ...(action === 'audit' && { plan_quantity: row.plan_quantity }),
    quantity: input.quantity ?? 0,
  })
  await refuseClosed(scope, trx, row, 'target_warehouse_shelf_id')
}

/** Throws an OperationError `invalid` for quantities (thousandths, by field) that the unit cannot count. */
function refuseUncountable(
  { language }: Scope,
  product: OrderProduct,
  quantities: Readonly<Record<string, number>>,
): void {
  const errors = Object.entries(quantities)
    .filter(([, quantity]) => !fitsUnit(quantity, product))
    .map(([name]) => [name, describeFieldProblem(language, { rule: 'scale', params: { limit: product.decimals } })])
  if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
}

const checkMoveBack: Effect<Relocation, 'reverseMove'> = ({ scope, trx, row }) =>
  refuseClosed(scope, trx, row, 'source_warehouse_shelf_id')

/** Locks the shelf, its area and its warehouse FOR KEY SHARE: they stay open until the transaction ends. */
async function refuseClosed(
  scope: Scope,
  trx: Reading,
  row: Row<Relocation>,
  column: 'source_warehouse_shelf_id' | 'target_warehouse_shelf_id',
): Promise<void> {
  const id = row[column]
  const sentence = closedSentence(scope, (await lockPlaces(scope, trx, [id])).get(id))
  if (sentence !== null) throw new OperationError('invalid', { errors: { [column]: sentence } })
}

/** A returned quantity is open again. */
const countBack: Effect<Relocation, 'reverseMove'> = ({ posted, row, set }) => {
  const back = (posted.get('move')?.rows ?? [])
    .filter(({ leg }) => leg === 'out')
    .reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
  const actual = toStorable(BigInt(row.actual_quantity ?? 0) - back)
  const { not_moved: notMoved, partial } = relocationOptions.status
  set({ actual_quantity: actual, status: actual === 0 ? notMoved : partial })
  return Promise.resolve()
}

export const relocationEffects = { checkMove, checkMoveBack, countBack, forgetAudit, noteCancel: noteReason }

/** What relocations do beside posting. */
import { describeFieldProblem } from 'tablewright/server'
import {
  OperationError,
  type Hooks,
  type Change,
  type Effect,
  type EffectCall,
  type Row,
  type Scope,
  type Transaction,
} from 'tablewright/server'
import { closedSentence, readPlaces } from '../stock/place.ts'
import { t } from '../i18n.ts'
import { forgetAudit, noteReason } from './log.ts'
import { fitsUnit, readProducts } from './product.ts'

export const relocation: Hooks = {
  /** A product may be named by its number alone. */
  async prepareBody(scope, _model, { body }) {
    const number = body['order_product_no']
    if ((body['product_id'] ?? '') !== '' || typeof number !== 'string' || number === '') return body
    const row = await scope.database.query
      .selectFrom('wms_product')
      .select('id')
      .where('product_no', '=', number)
      .where('deletetime', 'is', null)
      .executeTakeFirst()
    return row ? { ...body, product_id: Number(row['id']) } : body
  },
  beforeCreate: (scope, trx, change) => fillIn(scope, trx, change, {}),
  beforeUpdate: (scope, trx, change, current) => fillIn(scope, trx, change, current),
}

/** The product's number and whether the goods leave the warehouse; refuses what the unit cannot count. */
async function fillIn(scope: Scope, trx: Transaction, change: Change, current: Readonly<Row>): Promise<void> {
  const valueOf = (name: string): number => Number(change.given.get(name) ?? current[name] ?? 0)
  const product = (await readProducts(trx, [valueOf('product_id')])).get(valueOf('product_id'))!
  if (!fitsUnit(valueOf('plan_quantity'), product))
    throw new OperationError('invalid', {
      errors: {
        plan_quantity: describeFieldProblem(scope.language, { rule: 'scale', params: { limit: product.decimals } }),
      },
    })
  const [source, target] = [valueOf('source_warehouse_shelf_id'), valueOf('target_warehouse_shelf_id')]
  const places = await readPlaces(trx, [source, target])
  change.overrides.set('order_product_no', product.number)
  change.overrides.set(
    'crosses_warehouses',
    places.get(source)?.warehouseId === places.get(target)?.warehouseId ? 0 : 1,
  )
}

/** Goods may come onto the target; the source may be closed, so that it can be emptied. */
const checkMove: Effect = async (call) => {
  const { scope, trx, row, input } = call
  const product = (await readProducts(trx, [Number(row['product_id'])])).get(Number(row['product_id']))!
  if (product.isDeleted)
    throw new OperationError('invalid', { errors: { product_id: t(scope.language, 'product.deleted') } })
  const quantity = input['quantity'] ?? null
  if (quantity !== null && !fitsUnit(Number(quantity), product))
    throw new OperationError('invalid', {
      errors: {
        quantity: describeFieldProblem(scope.language, { rule: 'scale', params: { limit: product.decimals } }),
      },
    })
  await refuseClosed(call, 'target_warehouse_shelf_id')
}

const checkMoveBack: Effect = (call) => refuseClosed(call, 'source_warehouse_shelf_id')

async function refuseClosed({ scope, trx, row }: EffectCall, column: string): Promise<void> {
  const id = Number(row[column])
  const sentence = closedSentence(scope, (await readPlaces(trx, [id])).get(id))
  if (sentence !== null) throw new OperationError('invalid', { errors: { [column]: sentence } })
}

/** What came back is open again. */
const countBack: Effect = (call) => {
  const back = (call.posted.get('move')?.rows ?? [])
    .filter((row) => row['leg'] === 'out')
    .reduce((sum, row) => sum + Number(row['quantity']), 0)
  const actual = Number(call.row['actual_quantity'] ?? 0) - back
  call.set({ actual_quantity: actual, status: actual === 0 ? 0 : 1 })
  return Promise.resolve()
}

const noteCancel: Effect = (call) => {
  noteReason(call)
  return Promise.resolve()
}

export const relocationEffects = { checkMove, checkMoveBack, countBack, forgetAudit, noteCancel }

/**
 * What the compiler must refuse in hand-written code of a module. The file is compiled with everything else: an
 * expected error
 * that does not occur is itself an error.
 */
import { defineServerModule } from 'tablewright/server'
import type { WmsServerParts } from '#generated/wms/parts.ts'
import { effects } from '../../../runtime/modules/wms/server/effects.ts'
import type { DemoWork, Effect, Hooks, ModuleHooks, Row, Transaction } from '#generated/wms/server.ts'

/** An entity that no schema declares. */
export const unknownEntity: ModuleHooks = {
  // @ts-expect-error no such entity
  'wms/no_such_table': {},
}

/** A hook with a misspelt name. */
export const unknownHook: Hooks<'wms/unit'> = {
  // @ts-expect-error the hook is called beforeRemove
  beforeRemoval: () => Promise.resolve(),
}

/** Columns of rows, changes and lines. */
export const columns: Hooks<'wms/warehousing'> = {
  beforeUpdate(_scope, _trx, { given, overrides }, current) {
    const supplier: number | null = current.supplier_id
    // @ts-expect-error the column is called supplier_id
    given.get('suplier_id')
    // @ts-expect-error a row has columns, not any member
    String(current['plan_quantitty'])
    // @ts-expect-error quantities are numbers
    overrides.set('total_quantity', '1')
    // @ts-expect-error 15 is no type of an inbound order
    given.set('type', 15)
    return Promise.resolve(void supplier)
  },
  beforeLines(_scope, _trx, { lines, current, field }) {
    const name: 'product_detail' = field.name
    const planned: number | undefined = current[0]?.plan_quantity
    // @ts-expect-error the column is called plan_quantity
    lines[0]?.values.get('plan_quantitty')
    return Promise.resolve(void [name, planned])
  },
  // @ts-expect-error only columns can be frozen
  frozenFields: () => Promise.resolve(new Map([[1, ['supplier']]])),
}

/** Hooks of a ledger. */
export const postings: Hooks<'wms/inventory_history'> = {
  afterPosting(_scope, _trx, posting, { rows }) {
    const quantity: number | undefined = rows[0]?.quantity
    // @ts-expect-error no such document posts to the ledger
    const isOutbound = posting.document.kind === 'wms/outbuond'
    // @ts-expect-error the column is called product_id
    return Promise.resolve(void [quantity, isOutbound, rows[0]?.product])
  },
}

/** Rows as they are sent. */
export const presented: Hooks<'wms/stocktake_line'> = {
  present(_scope, rows) {
    // @ts-expect-error decimals are sent as texts
    for (const row of rows) row.book_quantity = 1
    return Promise.resolve()
  },
}

/** Inputs, lines, postings, rights and columns of an action. */
export const audit: Effect<'wms/outbound', 'audit'> = async ({ input, lines, posted, can, set, replaceLines }) => {
  const allowed: 0 | 1 | null = input.allow_expired
  // @ts-expect-error the audit takes no reason
  String(input.reason)
  // @ts-expect-error the field is called product_detail
  await lines('product_details')
  // @ts-expect-error the posting is called issue
  posted.get('receive')
  // @ts-expect-error the right is called allowExpired
  can('allowExpird')
  // @ts-expect-error the state is a number of the enumeration
  set({ shipment_status: 'shipped' })
  // @ts-expect-error the column is called carrier_mobile
  set({ carrier_phone: null })
  // @ts-expect-error the column of a line is called actual_quantity
  await replaceLines('product_detail', [{ id: 1, actual_quantitty: 1 }])
  return void allowed
}

/** An action that the schema does not have. */
// @ts-expect-error outbound orders cannot be approved
export type NoAction = Effect<'wms/outbound', 'approve'>

/** An effect that serves two actions may read what both take, and nothing else. */
export const shipped: Effect<'wms/outbound', 'ship' | 'editShipment'> = ({ input }) => {
  const carrier: number = input.carrier_id
  // @ts-expect-error neither action takes a reason
  return Promise.resolve(void [carrier, input.reason])
}

/** Queries. */
export async function queries(trx: Transaction): Promise<void> {
  const { status } = await trx.selectFrom('wms_product').select('status').executeTakeFirstOrThrow()
  const onShelf: 10 | 20 | null = status
  // @ts-expect-error no such table
  trx.selectFrom('wms_prodcut')
  // @ts-expect-error no such column
  trx.selectFrom('wms_product').select('nmae')
  // @ts-expect-error an order needs its type
  trx.insertInto('wms_warehousing').values({ audit_status: 0 })
  void onShelf
}

/** Operations of the demo. */
export async function demo({ add, runAction }: DemoWork): Promise<void> {
  const id = await add('wms/unit', { name: 'box', status: 1, decimals: 0 })
  // @ts-expect-error a shipment needs a carrier
  await runAction('wms/outbound', 'ship', { id, courier_number: '1' })
  // @ts-expect-error the action is called audit
  await runAction('wms/outbound', 'approve', { id })
  // @ts-expect-error no such entity
  await add('wms/units', { name: 'box' })
}

/** The module as a whole. */
const { 'wms/product': _product, ...incomplete } = effects
// @ts-expect-error the schemas run an effect of products
export const missing = defineServerModule<WmsServerParts>({ name: 'wms', effects: incomplete })
export const surplus = defineServerModule<WmsServerParts>({
  name: 'wms',
  // @ts-expect-error no schema runs this effect
  effects: { ...effects, 'wms/product': { ...effects['wms/product'], explode: () => Promise.resolve() } },
})

/** Types of rows are exact. */
export const stocked: Row<'wms/stock'>['quantity'] = 1 as number | null

/**
 * Does the steps of the model through the real operations, and shows what stands in the database in the model's own
 * terms.
 */
import { decimalText } from 'tablewright/protocol'
import type { Row } from '../../../../runtime/server/db/index.ts'
import { runAction } from '../../../../runtime/server/records/actions/run-action.ts'
import { create } from '../../../../runtime/server/records/create.ts'
import { remove } from '../../../../runtime/server/records/remove.ts'
import { restore } from '../../../../runtime/server/records/restore.ts'
import { update } from '../../../../runtime/server/records/update.ts'
import { OperationError } from '../../../../runtime/server/core/errors/operation-error.ts'
import { stockHolds } from '../../../../runtime/modules/wms/server/holds/supplier.ts'
import type { Step, Move } from './commands.ts'
import type { Count } from './counting.ts'
import type { HoldStep } from './holding.ts'
import type { Doc, Inputs, Kind, Model, SentLine } from './documents.ts'
import type { World } from './fixture.ts'

const linesOf = {
  warehousing: ['wms_warehousing_line', 'warehousing_id'],
  outbound: ['wms_outbound_line', 'outbound_id'],
  stocktake: ['wms_stocktake_line', 'stocktake_id'],
} as const
const partnerOf: Readonly<Record<Kind, 'supplier' | 'customer'>> = {
  warehousing: 'supplier',
  outbound: 'customer',
  relocation: 'customer',
  stocktake: 'customer',
}

/** Does the step. @returns `ok`, or the reason of the refusal */
export async function done(world: World, model: Model, step: Step): Promise<string> {
  try {
    await perform(world, model, step)
    return 'ok'
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return error.code
  }
}

let edits = 0

async function perform(world: World, model: Model, step: Step): Promise<unknown> {
  const {
    fixture: { scope, of },
  } = world
  if (step.do === 'add') {
    const body =
      step.kind === 'stocktake'
        ? scopeBody(world, model, step.move)
        : step.kind === 'relocation'
          ? moveBody(world, step.move)
          : { ...header(world, step.kind, step), product_detail: step.lines.map((line) => lineBody(world, line, [])) }
    const { id } = await create(scope, of(step.kind), body)
    return world.docs.push({ kind: step.kind, id })
  }
  if (step.do === 'hold') return hold(world, step)
  if (step.do === 'product')
    return update(scope, of('product'), { id: world.products[step.at]!, ...productBody(world, step) })
  if (step.do === 'shelf')
    return update(scope, of('warehouse_shelf'), {
      id: world.shelves[step.at]!,
      ...(step.change === 'name'
        ? { name: `S${step.at}${step.value}` }
        : { warehouse_area_id: world.areas[step.value]! }),
    })
  if (step.do === 'place')
    return update(
      scope,
      of({ shelves: 'warehouse_shelf', areas: 'warehouse_area', warehouses: 'warehouse' }[step.level]),
      { id: world[step.level][step.at]!, status: step.isOpen ? 1 : 0 },
    )
  if (step.do === 'drop')
    return remove(scope, of(step.what === 'shelf' ? 'warehouse_shelf' : step.what), [
      step.what === 'product'
        ? world.products[step.at]
        : step.what === 'shelf'
          ? world.shelves[step.at]
          : world.partners[step.what][step.at],
    ])
  const { kind, id } = world.docs[step.at]!
  if (step.do === 'remove') return remove(scope, of(kind), [id])
  if (step.do === 'restore') return restore(scope, of(kind), [id])
  const version = step.version === null ? {} : { version: step.version }
  if (step.do === 'act')
    return runAction(scope, of(kind), step.action, { id, ...version, ...inputBody(world, step.inputs) })
  if (step.do === 'count')
    return update(scope, of(kind), {
      id,
      ...version,
      remark: `edit ${++edits}`,
      product_detail: countBody(world, model.docs[step.at]!, step.count),
    })
  return update(scope, of(kind), {
    id,
    ...version,
    remark: `edit ${++edits}`,
    ...(step.header && header(world, kind, step.header)),
    ...(step.move && moveBody(world, step.move)),
    ...(step.lines && { product_detail: step.lines.map((line) => lineBody(world, line, model.docs[step.at]!.lines)) }),
  })
}

/** Customers stand for whom stock is held; nobody has registered for them. */
function hold(world: World, { what, ref: number, product: place, quantity }: HoldStep): Promise<unknown> {
  const { scope, of } = world.fixture
  const product = world.products[place]!
  if (what === 'break')
    return runAction(scope, of('product'), 'breakHolds', {
      id: product,
      quantity: quantityText(quantity),
      reason: 'why',
    })
  const ref = { entity: 'wms/customer', id: world.warehouses[0]! * 10 + number, no: `SO-${number}` }
  return scope.database.write((trx) =>
    what === 'release'
      ? stockHolds.release({ scope, trx }, ref)
      : stockHolds.take({ scope, trx }, ref, [{ productId: product, quantity }]),
  )
}

const quantityText = (quantity: number): string => decimalText(quantity, 3)
const orNull = <T>(value: number | null, of: (value: number) => T): T | null => (value === null ? null : of(value))

const header = (
  world: World,
  kind: Kind,
  { type, partner }: Pick<Doc, 'type' | 'partner'>,
): Record<string, unknown> => ({
  type,
  [`${partnerOf[kind]}_id`]: orNull(partner, (at) => world.partners[partnerOf[kind]][at]),
})

const lineBody = (world: World, line: SentLine, standing: Doc['lines']): Record<string, unknown> => ({
  ...(line.keep !== null && { id: world.lines.get(standing[line.keep]!.key) }),
  product_id: world.products[line.product],
  warehouse_shelf_id: orNull(line.shelf, (at) => world.shelves[at]),
  plan_quantity: quantityText(line.plan),
  actual_quantity: orNull(line.actual, quantityText),
  price: orNull(line.price, (price) => decimalText(price, 4)),
  remark: line.remark,
})

const moveBody = (world: World, move: Move): Record<string, unknown> => ({
  product_id: world.products[move.product],
  source_warehouse_shelf_id: world.shelves[move.source],
  target_warehouse_shelf_id: world.shelves[move.target],
  plan_quantity: quantityText(move.plan),
})

/** A shelf is chosen by way of its warehouse and area. */
function scopeBody(world: World, { book }: Model, { product, source, target }: Move): Record<string, unknown> {
  const area = source < 0 ? -1 : book.shelves[source]!.area
  const warehouse = source < 0 ? target : book.areas[area]!.warehouse
  return {
    warehouse_id: world.warehouses[warehouse],
    warehouse_area_id: world.areas[area],
    warehouse_shelf_id: world.shelves[source],
    product_ids: product < 0 ? [] : [world.products[product]],
  }
}

const countBody = (
  world: World,
  { lines }: Doc,
  { counts, found, drops }: Count,
): readonly Record<string, unknown>[] => [
  ...lines.flatMap((line, at) =>
    drops && line.isFound
      ? []
      : [{ id: world.lines.get(line.key), counted_quantity: orNull(counts[at] ?? null, quantityText) }],
  ),
  ...(found
    ? [
        {
          product_id: world.products[found.product],
          warehouse_shelf_id: world.shelves[found.shelf],
          counted_quantity: quantityText(found.quantity),
        },
      ]
    : []),
]

const inputBody = (
  world: World,
  { quantity = null, reason, courier, carrier, shipped = null, seq, allowExpired, skip }: Inputs,
): Record<string, unknown> => ({
  ...(quantity !== null && { quantity: quantityText(quantity) }),
  reason,
  courier_number: courier,
  carrier_id: carrier === undefined ? undefined : world.partners.carrier[carrier],
  ...(shipped !== null && { shipment_time: shipped }),
  posting_seq: seq,
  ...(allowExpired !== undefined && { allow_expired: allowExpired ? 1 : 0 }),
  ...(skip !== undefined && { skip_uncounted: skip ? 1 : 0 }),
})

function productBody(world: World, { at, change, value }: Extract<Step, { do: 'product' }>): Record<string, unknown> {
  return {
    name: { name: `${['Bolt', 'Flou', 'Milk'][at]}${value}` },
    price: { price: decimalText(value * 1111, 4) },
    days: { effective_day: value },
    safety: { safety_stock_num: quantityText(value * 3000) },
    isOff: { status: value % 2 === 0 ? 20 : 10 },
    unit: { unit_id: world.units[value % 2] },
  }[change]
}

/** Learns the ids of what the step made. @param model as it is after the step */
export async function learn(world: World, { docs }: Model, step: Step): Promise<void> {
  if (step.do !== 'add' && step.do !== 'edit' && step.do !== 'count' && step.do !== 'act') return
  for (const at of docs.keys()) {
    if (at === world.docs.length)
      world.docs.push({ kind: 'warehousing', id: await remainderOf(world, world.docs[docs[at]!.remainderOf!]!.id) })
    const { kind, id } = world.docs[at]!
    if (kind === 'relocation' || docs[at]!.lines.every(({ key }) => world.lines.has(key))) continue
    const [table, owner] = linesOf[kind]
    const rows = await world.fixture.database.query
      .selectFrom(table)
      .select('id')
      .where(owner, '=', id)
      .orderBy('line_no')
      .execute()
    docs[at]!.lines.forEach(({ key }, place) => {
      world.lines.set(key, Number(rows[place]?.['id']))
      world.lineKeys.set(`wms/${kind} ${rows[place]?.['id']}`, key)
    })
  }
}

async function remainderOf({ fixture }: World, id: number): Promise<number> {
  const row = await fixture.database.query
    .selectFrom('wms_warehousing')
    .select('id')
    .where('remainder_of_id', '=', id)
    .where('deletetime', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row['id'])
}

/** Every row of the world, ids in the model's terms, so that two engines can be held against each other. */
export async function dumpOf(world: World): Promise<Readonly<Record<string, readonly Row[]>>> {
  const {
    fixture: {
      database: { query },
    },
    products,
    docs,
  } = world
  const idsOf = (kind: Kind): number[] => [0, ...docs.filter((doc) => doc.kind === kind).map(({ id }) => id)]
  const goods = (table: string) =>
    query
      .selectFrom(table)
      .selectAll()
      .where('product_id', 'in', [...products])
      .orderBy('id')
      .execute()
  const [history, stock, layers, warehousing, outbound, relocation, stocktake, linesIn, linesOut, linesCounted, sorts] =
    await Promise.all([
      goods('wms_inventory_history'),
      goods('wms_stock'),
      goods('wms_stock_layer'),
      ...(['warehousing', 'outbound', 'relocation', 'stocktake'] as const).map((kind) =>
        query.selectFrom(`wms_${kind}`).selectAll().where('id', 'in', idsOf(kind)).orderBy('id').execute(),
      ),
      ...(['warehousing', 'outbound', 'stocktake'] as const).map((kind) =>
        query
          .selectFrom(linesOf[kind][0])
          .selectAll()
          .where(linesOf[kind][1], 'in', idsOf(kind))
          .orderBy('id')
          .execute(),
      ),
      query
        .selectFrom('wms_product')
        .select(['id', 'name', 'price', 'total_stock_num', 'reserved_num', 'low_alert_open', 'version', 'status'])
        .where('id', 'in', [...products])
        .orderBy('id')
        .execute(),
    ])
  const rows = {
    history: history!,
    stock: stock!,
    layers: layers!,
    warehousing: warehousing!,
    outbound: outbound!,
    relocation: relocation!,
    stocktake: stocktake!,
    linesIn: linesIn!,
    linesOut: linesOut!,
    linesCounted: linesCounted!,
    sorts: sorts!,
  }
  return Object.fromEntries(
    Object.entries(rows).map(([name, all]) => [name, all.map((row, at) => told(world, rows.history, name, at, row))]),
  )
}

function told(world: World, history: readonly Row[], table: string, at: number, row: Row): Row {
  const place = (ids: readonly unknown[], value: unknown): Row[string] =>
    value === null || value === undefined ? null : ids.indexOf(value)
  const docAt = (kind: string, id: unknown): number =>
    world.docs.findIndex((doc) => doc.id === id && `wms/${doc.kind}` === kind)
  const lineAt = (kind: string, id: unknown): number => world.lineKeys.get(`${kind} ${id}`) ?? 0
  const ofHistory = (id: unknown) =>
    place(
      history.map((one) => one['id']),
      id,
    )
  const answers: Record<string, (value: Row[string]) => Row[string]> = {
    product_id: (id) => place(world.products, id),
    warehouse_shelf_id: (id) => place(world.shelves, id),
    source_warehouse_shelf_id: (id) => place(world.shelves, id),
    target_warehouse_shelf_id: (id) => place(world.shelves, id),
    supplier_id: (id) => place(world.partners.supplier, id),
    customer_id: (id) => place(world.partners.customer, id),
    carrier_id: (id) => place(world.partners.carrier, id),
    reversal_of: ofHistory,
    last_history_id: ofHistory,
    source_history_id: ofHistory,
    order_id: (id) => docAt(String(row['order_kind']), id),
    warehousing_id: (id) => docAt('wms/warehousing', id),
    outbound_id: (id) => docAt('wms/outbound', id),
    stocktake_id: (id) => docAt('wms/stocktake', id),
    warehouse_id: (id) => place(world.warehouses, id),
    warehouse_area_id: (id) => place(world.areas, id),
    product_ids: (ids) =>
      ids === null || ids === undefined ? null : place(world.products, JSON.parse(String(ids))[0]),
    remainder_of_id: (id) => (id === null ? null : docAt('wms/warehousing', id)),
    line_id: (id) => lineAt(String(row['order_kind']), id),
    id: (id) =>
      table.startsWith('lines')
        ? lineAt({ linesIn: 'wms/warehousing', linesOut: 'wms/outbound' }[table] ?? 'wms/stocktake', id)
        : table in { warehousing: 1, outbound: 1, relocation: 1, stocktake: 1 }
          ? docAt(`wms/${table}`, id)
          : at,
    // These tell the edits and products of one world on one engine apart.
    remark: (text) => (String(text).startsWith('edit ') ? 'edit' : text),
    order_detail_coding: codeless,
    product_no: codeless,
    order_product_no: codeless,
  }
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, answers[name]?.(value) ?? value]))
}

const codeless = (code: Row[string]): Row[string] => (code === null ? null : String(code).replace(/^\d+-/, ''))

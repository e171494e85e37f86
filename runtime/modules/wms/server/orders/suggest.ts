/** Suggests shelves for outbound lines: first expired first out, a line split over shelves where one does not hold enough. */
import type { Effect, EffectCall, Row } from 'tablewright/server'
import { byExpiry, isExpired, readLayers, type Layer } from '../stock/layer.ts'
import { readPlaces } from '../stock/place.ts'
import { detail } from './freeze.ts'
import { countedOf, derivedOf, totalsOf } from './lines.ts'
import { readProducts } from './product.ts'

/** A share of a line: quantity in thousandths; null = no shelf has it. */
interface Share {
  readonly shelfId: number | null
  readonly quantity: number
}

/** Lines with a shelf keep it; what they take is left to nobody else. */
export const suggestShelves: Effect = async (call) => {
  const rows = await call.lines(detail)
  const now = Math.floor(Date.now() / 1000)
  const layers = (
    await readLayers(
      call.trx,
      rows.map((row) => Number(row['product_id'])),
      null,
    )
  )
    .filter((layer) => !isExpired(layer, now))
    .sort(byExpiry)
  for (const row of rows)
    if (row['warehouse_shelf_id'] !== null)
      takeFrom(layers, Number(row['product_id']), Number(row['warehouse_shelf_id']), countedOf(row))
  const parts = rows.flatMap((row) =>
    row['warehouse_shelf_id'] === null && countedOf(row) > 0
      ? split(row, sharesOf(layers, Number(row['product_id']), countedOf(row)))
      : [row],
  )
  await store(
    call,
    parts.map((row, at) => ({ ...row, line_no: at + 1 })),
  )
}

/** Takes the quantity from the shelf's layers, as far as they go; answers how much that was. */
function takeFrom(layers: readonly Layer[], productId: number, shelfId: number, quantity: number): number {
  let wanted = quantity
  for (const layer of layers) {
    if (layer.productId !== productId || layer.shelfId !== shelfId) continue
    const part = Math.min(layer.remaining, wanted)
    layer.remaining -= part
    wanted -= part
  }
  return quantity - wanted
}

/** Shelves in the order in which their goods expire. */
function sharesOf(layers: readonly Layer[], productId: number, quantity: number): readonly Share[] {
  const shares = new Map<number, number>()
  let wanted = quantity
  for (const layer of layers) {
    if (layer.productId !== productId || layer.remaining === 0 || wanted === 0) continue
    const part = Math.min(layer.remaining, wanted)
    layer.remaining -= part
    wanted -= part
    shares.set(layer.shelfId, (shares.get(layer.shelfId) ?? 0) + part)
  }
  const found = [...shares].map(([shelfId, part]): Share => ({ shelfId, quantity: part }))
  return wanted > 0 ? [...found, { shelfId: null, quantity: wanted }] : found
}

/** The first share stays in the line itself; what was planned beyond the actual quantity stays with the last one. */
function split(row: Readonly<Row>, shares: readonly Share[]): readonly Row[] {
  const spare = Number(row['plan_quantity']) - countedOf(row)
  const hasActual = row['actual_quantity'] !== null
  return shares.map(({ shelfId, quantity }, at) => {
    const { id, ...rest } = row
    const plan = quantity + (at === shares.length - 1 ? spare : 0)
    return {
      ...rest,
      ...(at === 0 && { id: id! }),
      warehouse_shelf_id: shelfId,
      plan_quantity: plan,
      actual_quantity: hasActual ? quantity : null,
    }
  })
}

async function store(call: EffectCall, rows: readonly Row[]): Promise<void> {
  const products = await readProducts(
    call.trx,
    rows.map((row) => Number(row['product_id'])),
  )
  const places = await readPlaces(
    call.trx,
    rows.flatMap((row) => (row['warehouse_shelf_id'] === null ? [] : [Number(row['warehouse_shelf_id'])])),
  )
  const whole = rows.map((row) => ({ ...row, ...derivedOf(row, products.get(Number(row['product_id']))!, places) }))
  await call.replaceLines(
    detail,
    whole.filter((row) => 'id' in row),
  )
  const added = whole.filter((row) => !('id' in row))
  if (added.length > 0)
    await call.trx
      .insertInto('wms_outbound_line')
      .values(added.map((row) => ({ ...row, version: 1 })))
      .execute()
  call.set(totalsOf(whole))
}

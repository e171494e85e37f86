/**
 * Suggests shelves for outbound lines: first expired first out, a line split over shelves where one does not hold
 * enough.
 */
import { nowSeconds } from 'tablewright/server'
import { byExpiry, isExpired, readLayers, type Layer } from '../stock/layer.ts'
import { readPlaces } from '../stock/place.ts'
import type { Effect, EffectCall, Row } from '#generated/wms/server.ts'
import { detail } from './freeze.ts'
import { countedOf, derivedOf, totalsOf } from './lines.ts'
import { productOf, readProducts } from './product.ts'

/** A share of a line: quantity in thousandths; null = no shelf has it. */
interface Share {
  readonly shelfId: number | null
  readonly quantity: number
}

type Line = Row<'wms/outbound_line'>
/** A line that keeps its id, or a new one. */
type SplitLine = Omit<Line, 'id'> & { readonly id: number | null }

/** Lines with a shelf keep it; the stock they take is not offered to other lines. */
export const suggestShelves: Effect<'wms/outbound', 'suggest'> = async (call) => {
  const rows = await call.lines(detail)
  const now = nowSeconds()
  const found = await readLayers(
    call.trx,
    rows.map((row) => row.product_id),
    null,
  )
  const layers = found.filter((layer) => !isExpired(layer, now)).sort(byExpiry)
  for (const row of rows)
    if (row.warehouse_shelf_id !== null) takeFrom(layers, row.product_id, row.warehouse_shelf_id, countedOf(row))
  const parts = rows.flatMap((row): readonly SplitLine[] =>
    row.warehouse_shelf_id === null && countedOf(row) > 0
      ? split(row, sharesOf(layers, row.product_id, countedOf(row)))
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
function split(row: Line, shares: readonly Share[]): readonly SplitLine[] {
  const remaining = row.plan_quantity - countedOf(row)
  return shares.map(({ shelfId, quantity }, at) => ({
    ...row,
    id: at === 0 ? row.id : null,
    warehouse_shelf_id: shelfId,
    plan_quantity: quantity + (at === shares.length - 1 ? remaining : 0),
    actual_quantity: row.actual_quantity === null ? null : quantity,
  }))
}

async function store(call: EffectCall<'wms/outbound', 'suggest'>, rows: readonly SplitLine[]): Promise<void> {
  const products = await readProducts(
    call.trx,
    rows.map((row) => row.product_id),
  )
  const places = await readPlaces(
    call.trx,
    rows.flatMap((row) => row.warehouse_shelf_id ?? []),
  )
  const whole = rows.map((row) => ({ ...row, ...derivedOf(row, productOf(products, row.product_id), places) }))
  const kept: Line[] = []
  const added: Omit<Line, 'id' | 'version'>[] = []
  for (const { id, ...row } of whole) {
    if (id === null) added.push(row)
    else kept.push({ ...row, id })
  }
  await call.replaceLines(detail, kept)
  await call.addLines(detail, added)
  call.set(totalsOf(whole))
}

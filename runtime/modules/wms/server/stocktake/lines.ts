/** Lines as people send them: counts of the places that were written down, and goods found elsewhere. */
import { describeFieldProblem } from 'tablewright/server'
import { OperationError, type Hooks, type LinesCall, type Row, type Scope, type Transaction } from 'tablewright/server'
import { fitsUnit, readProducts } from '../orders/product.ts'
import { readPlaces, type Place } from '../stock/place.ts'
import { t } from '../i18n.ts'
import { bookColumns, countsOf, detail, hasMoved, nameColumns, placeOf } from './line.ts'
import { keyOf, readBooks, scopeOf, type CountScope } from './snapshot.ts'

export const stocktake: Hooks = {
  async beforeLines(scope, trx, call) {
    const rows = call.lines.map(({ values }): Row => Object.fromEntries(values))
    if (Number(call.header.get('status') ?? 0) === 0 && rows.length > 0)
      throw new OperationError('invalid', { errors: { [detail]: t(scope.language, 'stocktake.draft') } })
    refuseGone(scope, call)
    await fillIn(scope, trx, call, rows)
    for (const [name, value] of Object.entries(countsOf(call.lines.map(({ values }) => Object.fromEntries(values)))))
      call.change.overrides.set(name, value)
  },
}

/** A place of the books is counted or left open, not taken off the list; found goods may go again. */
function refuseGone({ language }: Scope, { lines, current }: LinesCall): void {
  const kept = new Set(lines.map(({ id }) => id))
  const gone = current.findIndex((row) => row['found'] !== 1 && !kept.has(Number(row['id'])))
  if (gone >= 0)
    throw new OperationError('invalid', { errors: { [detail]: t(language, 'stocktake.gone', { line: gone + 1 }) } })
}

async function fillIn(scope: Scope, trx: Transaction, call: LinesCall, rows: readonly Row[]): Promise<void> {
  const products = await readProducts(
    trx,
    rows.map((row) => placeOf(row).productId),
  )
  const places = await readPlaces(
    trx,
    rows.map((row) => placeOf(row).shelfId),
  )
  const books = await readBooks(trx, rows.map(placeOf))
  const wanted = scopeOf(Object.fromEntries(call.header))
  const errors: Record<string, string> = {}
  rows.forEach((row, at) => {
    const problem = lineProblem(scope, {
      row,
      at,
      rows,
      isNew: call.lines[at]!.id === null,
      place: places.get(placeOf(row).shelfId),
      wanted,
    })
    if (problem !== null) errors[`${detail}.${at}.${problem.field}`] = problem.text
    const product = products.get(placeOf(row).productId)!
    if (
      row['counted_quantity'] !== null &&
      row['counted_quantity'] !== undefined &&
      !fitsUnit(Number(row['counted_quantity']), product)
    )
      errors[`${detail}.${at}.counted_quantity`] = describeFieldProblem(scope.language, {
        rule: 'scale',
        params: { limit: product.decimals },
      })
  })
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
  rows.forEach((row, at) => {
    const { id, values } = call.lines[at]!
    const told: Row =
      id === null
        ? { ...bookColumns(books.get(keyOf(placeOf(row)))), ...nameColumns(placeOf(row), products, places), found: 1 }
        : { recount: hasMoved(row, books) ? 1 : 0 }
    for (const [name, value] of Object.entries(told)) values.set(name, value)
  })
}

interface LineAt {
  readonly row: Readonly<Row>
  readonly at: number
  readonly rows: readonly Readonly<Row>[]
  readonly isNew: boolean
  readonly place: Place | undefined
  readonly wanted: CountScope
}

/** What is wrong with the place of a line; those that were written down are right. */
function lineProblem(
  { language }: Scope,
  { row, at, rows, isNew, place, wanted }: LineAt,
): { readonly field: string; readonly text: string } | null {
  if (!isNew) return null
  if (rows.some((other, before) => before !== at && keyOf(placeOf(other)) === keyOf(placeOf(row))))
    return { field: 'product_id', text: t(language, 'stocktake.twice') }
  const isWithin =
    wanted.place === null ||
    { warehouse_id: place?.warehouseId, warehouse_area_id: place?.areaId, warehouse_shelf_id: place?.shelfId }[
      wanted.place.column
    ] === wanted.place.id
  return isWithin
    ? null
    : { field: 'warehouse_shelf_id', text: t(language, 'stocktake.outside', { place: place?.label ?? '' }) }
}

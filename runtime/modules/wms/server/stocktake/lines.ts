/** Lines as people send them: counts of the places that were written down, and goods found elsewhere. */
import { describeFieldProblem, OperationError, rowOf, setValues } from 'tablewright/server'
import { stocktakeLineOptions, stocktakeOptions } from '#generated/wms/options.ts'
import { fitsUnit, productOf, readProducts } from '../orders/product.ts'
import { readPlaces, type Place } from '../stock/place.ts'
import { t } from '../i18n.ts'
import type { Hooks, LinesCall, Reading, Row, Scope } from '#generated/wms/server.ts'
import { bookColumns, countsOf, detail, hasMoved, nameColumns, placeOf } from './line.ts'
import { keyOf, readBooks, scopeOf, type CountScope } from './snapshot.ts'

type Stocktake = 'wms/stocktake'
type Line = Partial<Row<'wms/stocktake_line'>>

export const stocktake: Hooks<Stocktake> = {
  async beforeLines(scope, trx, call) {
    const rows = call.lines.map(({ values }): Line => rowOf(values))
    const { draft } = stocktakeOptions.status
    if ((call.header.get('status') ?? draft) === draft && rows.length > 0)
      throw new OperationError('invalid', { errors: { [detail]: t(scope.language, 'stocktake.draft') } })
    refuseGone(scope, call)
    await fillIn(scope, trx, call, rows)
    setValues(call.change.overrides, countsOf(rows))
  },
}

/** A place of the books is counted or left open, not taken off the list; found goods may go again. */
function refuseGone({ language }: Scope, { lines, current }: LinesCall<Stocktake>): void {
  const keptIds = new Set(lines.map(({ id }) => id))
  const removedIndex = current.findIndex((row) => row.found !== stocktakeLineOptions.found.yes && !keptIds.has(row.id))
  if (removedIndex >= 0)
    throw new OperationError('invalid', {
      errors: { [detail]: t(language, 'stocktake.gone', { line: removedIndex + 1 }) },
    })
}

async function fillIn(scope: Scope, trx: Reading, call: LinesCall<Stocktake>, rows: readonly Line[]): Promise<void> {
  const products = await readProducts(
    trx,
    rows.map((row) => placeOf(row).productId),
  )
  const places = await readPlaces(
    trx,
    rows.map((row) => placeOf(row).shelfId),
  )
  const books = await readBooks(trx, rows.map(placeOf))
  const countScope = scopeOf(rowOf(call.header))
  const errors: Record<string, string> = {}
  rows.forEach((row, index) => {
    const problem = lineProblem(scope, {
      row,
      at: index,
      rows,
      isNew: call.lines[index]?.id === null,
      place: places.get(placeOf(row).shelfId),
      wanted: countScope,
    })
    if (problem !== null) errors[`${detail}.${index}.${problem.field}`] = problem.text
    const product = productOf(products, row.product_id)
    if (!fitsUnit(row.counted_quantity ?? 0, product))
      errors[`${detail}.${index}.counted_quantity`] = describeFieldProblem(scope.language, {
        rule: 'scale',
        params: { limit: product.decimals },
      })
  })
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
  call.lines.forEach(({ id, values }, index) => {
    const row = rows[index] ?? {}
    const { found, recount } = stocktakeLineOptions
    setValues(
      values,
      id === null
        ? {
            ...bookColumns(books.get(keyOf(placeOf(row)))),
            ...nameColumns(placeOf(row), products, places),
            found: found.yes,
          }
        : { recount: hasMoved(row, books) ? recount.yes : recount.no },
    )
  })
}

interface LineAt {
  readonly row: Line
  readonly at: number
  readonly rows: readonly Line[]
  readonly isNew: boolean
  readonly place: Place | undefined
  readonly wanted: CountScope
}

/** The problem of a line's place; those that were written down are right. */
function lineProblem(
  { language }: Scope,
  { row, at: index, rows, isNew, place, wanted: countScope }: LineAt,
): { readonly field: string; readonly text: string } | null {
  if (!isNew) return null
  if (rows.some((other, before) => before !== index && keyOf(placeOf(other)) === keyOf(placeOf(row))))
    return { field: 'product_id', text: t(language, 'stocktake.twice') }
  const isWithin =
    countScope.place === null ||
    { warehouse_id: place?.warehouseId, warehouse_area_id: place?.areaId, warehouse_shelf_id: place?.shelfId }[
      countScope.place.column
    ] === countScope.place.id
  return isWithin
    ? null
    : { field: 'warehouse_shelf_id', text: t(language, 'stocktake.outside', { place: place?.label ?? '' }) }
}

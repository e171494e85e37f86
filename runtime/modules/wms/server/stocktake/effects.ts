/** What the actions of a stocktake do in addition to posting. */
import { lockRows, OperationError } from 'tablewright/server'
import { stocktakeLineOptions } from '#generated/wms/options.ts'
import { byProduct, refuseHeld } from '../holds/refusals.ts'
import { noteReason } from '../orders/log.ts'
import { readProducts } from '../orders/product.ts'
import { closedSentence, lockPlaces, readPlaces } from '../stock/place.ts'
import { t } from '../i18n.ts'
import type { Effect, Reading, Row, Scope } from '#generated/wms/server.ts'
import { bookColumns, countsOf, detail, hasMoved, isCounted, maxLines, nameColumns, placeOf } from './line.ts'
import { keyOf, lockBooks, readBooks, readSnapshot, scopeOf } from './snapshot.ts'

type Stocktake = 'wms/stocktake'
type Line = Row<'wms/stocktake_line'>

/**
 * Writes the places down with what the books say of them, in the order in which one walks: by place, then by product.
 */
const takeSnapshot: Effect<Stocktake, 'start'> = async (call) => {
  const { scope, trx, row } = call
  const entries = await readSnapshot(trx, scopeOf(row), maxLines + 1)
  if (entries.length > maxLines)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'stocktake.too_many', { limit: maxLines }) })
  const products = await readProducts(
    trx,
    entries.map(({ productId }) => productId),
  )
  const places = await readPlaces(
    trx,
    entries.map(({ shelfId }) => shelfId),
  )
  const lines = entries.map((entry) => ({
    product_id: entry.productId,
    warehouse_shelf_id: entry.shelfId,
    ...nameColumns(entry, products, places),
    ...bookColumns(entry),
    counted_quantity: null,
    found: stocktakeLineOptions.found.no,
  }))
  await call.addLines(
    detail,
    lines.sort(compare).map((line, index) => ({ ...line, line_no: index + 1 })),
  )
  call.set(countsOf(lines))
}

type SortedLine = Pick<Line, 'shelf' | 'product_no' | 'product_id'>

/** By code point, so that both engines number the lines alike. */
function compare(one: SortedLine, other: SortedLine): number {
  for (const name of ['shelf', 'product_no', 'product_id'] as const) {
    const [a, b] = [one[name] ?? '', other[name] ?? '']
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Reads the book quantities of places with changed stock again and clears their counts. */
const countAgain: Effect<Stocktake, 'recount'> = async (call) => {
  const lines = await call.lines(detail)
  const books = await readBooks(call.trx, lines.map(placeOf))
  const fresh = lines.map((line): Line =>
    hasMoved(line, books)
      ? {
          ...line,
          ...bookColumns(books.get(keyOf(placeOf(line)))),
          counted_quantity: null,
          difference: null,
          version: line.version + 1,
        }
      : line,
  )
  const changed = fresh.filter((line, at) => line !== lines[at])
  if (changed.length === 0)
    throw new OperationError('bad_state', { sentence: t(call.scope.language, 'stocktake.still') })
  await call.replaceLines(detail, changed)
  call.set(countsOf(fresh))
}

/** How many places a sentence names. */
const maxNamed = 5

/**
 * Nothing has moved since it was counted, and nothing comes onto a closed shelf. Locks the places FOR KEY SHARE, then
 * the products FOR NO KEY UPDATE: from here on nobody books there, not even at places that have no stock row yet.
 */
const checkCounts: Effect<Stocktake, 'post'> = async (call) => {
  const { scope, trx } = call
  const lines = await call.lines(detail)
  const counted = lines.filter(isCounted)
  await refuseClosed(scope, trx, lines, (line) => (line.difference ?? 0) > 0)
  const books = await lockBooks(scope, trx, counted.map(placeOf))
  refuseMoved(
    scope,
    counted.filter((line) => hasMoved(line, books)),
  )
  await refuseHeld(scope, trx, differencesOf(counted, 1))
}

/** The changes of stock by the lines, by product. */
const differencesOf = (lines: readonly Line[], sign: 1 | -1): ReadonlyMap<number, number> =>
  byProduct(lines.map((line) => ({ product_id: placeOf(line).productId, quantity: sign * (line.difference ?? 0) })))

function refuseMoved(scope: Scope, moved: readonly Line[]): void {
  if (moved.length === 0) return
  const named = moved
    .slice(0, maxNamed)
    .map((line) => `${line.shelf ?? ''} · ${line.product_no ?? ''} ${line.product_name ?? ''}`)
  throw new OperationError('bad_state', {
    sentence: t(scope.language, 'stocktake.moved', {
      places: [...named, ...(moved.length > maxNamed ? ['…'] : [])].join(scope.language === 'zh-cn' ? '；' : '; '),
    }),
  })
}

async function refuseClosed(
  scope: Scope,
  trx: Reading,
  lines: readonly Line[],
  isIncluded: (line: Line) => boolean,
): Promise<void> {
  const places = await lockPlaces(
    scope,
    trx,
    lines.filter(isIncluded).map((line) => placeOf(line).shelfId),
  )
  const errors = lines.flatMap((line, at) => {
    const sentence = isIncluded(line) ? closedSentence(scope, places.get(placeOf(line).shelfId)) : null
    return sentence === null ? [] : [[`${detail}.${at}.warehouse_shelf_id`, sentence] as const]
  })
  if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
}

/** Reversing a shortage receives stock, which a disabled shelf refuses. */
const checkReversal: Effect<Stocktake, 'unpost'> = async (call) => {
  const { scope, trx } = call
  const lines = await call.lines(detail)
  await refuseClosed(scope, trx, lines, (line) => (line.difference ?? 0) < 0)
  const changes = differencesOf(lines, -1)
  await lockRows(scope, trx, 'wms/product', changes.keys(), 'write')
  await refuseHeld(scope, trx, changes)
}

const reopen: Effect<Stocktake, 'unpost'> = async (call) => {
  await noteReason(call)
  call.set({ post_admin_id: null, post_time: null })
}

export const stocktakeEffects = {
  takeSnapshot,
  countAgain,
  checkCounts,
  checkReversal,
  noteReason,
  reopen,
}

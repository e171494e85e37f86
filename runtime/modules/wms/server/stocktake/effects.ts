/** What the actions of a stocktake do beside posting. */
import { OperationError, type Effect, type EffectCall, type Row } from 'tablewright/server'
import { noteReason as note } from '../orders/log.ts'
import { readProducts } from '../orders/product.ts'
import { closedSentence, readPlaces } from '../stock/place.ts'
import { t } from '../i18n.ts'
import { bookColumns, countsOf, detail, hasMoved, isCounted, mostLines, nameColumns, placeOf } from './line.ts'
import { keyOf, lockBooks, readBooks, readSnapshot, scopeOf } from './snapshot.ts'

/** Rows one statement writes. */
const portion = 200

/** Writes the places down with what the books say of them, in the order in which one walks: by place, then by product. */
const takeSnapshot: Effect = async (call) => {
  const { scope, trx, row } = call
  const entries = await readSnapshot(trx, scopeOf(row), mostLines + 1)
  if (entries.length > mostLines)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'stocktake.too_many', { limit: mostLines }) })
  const products = await readProducts(
    trx,
    entries.map(({ productId }) => productId),
  )
  const places = await readPlaces(
    trx,
    entries.map(({ shelfId }) => shelfId),
  )
  const lines = entries.map((entry): Row => ({
    product_id: entry.productId,
    warehouse_shelf_id: entry.shelfId,
    ...nameColumns(entry, products, places),
    ...bookColumns(entry),
    found: 0,
  }))
  const walked = lines
    .sort((one, other) => compare(one, other))
    .map((line, at): Row => ({ ...line, line_no: at + 1, stocktake_id: row['id']!, version: 1 }))
  for (let start = 0; start < walked.length; start += portion)
    await trx
      .insertInto('wms_stocktake_line')
      .values(walked.slice(start, start + portion))
      .execute()
  call.set(countsOf(walked))
}

/** By code point, so that both engines number the lines alike. */
function compare(one: Readonly<Row>, other: Readonly<Row>): number {
  for (const name of ['shelf', 'product_no', 'product_id']) {
    const [a, b] = [one[name] ?? '', other[name] ?? '']
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Takes the book figures of moved places anew; what was counted there counts no more. */
const countAgain: Effect = async (call) => {
  const lines = await call.lines(detail)
  const books = await readBooks(call.trx, lines.map(placeOf))
  const fresh = lines.map((line): Row =>
    hasMoved(line, books)
      ? {
          ...line,
          ...bookColumns(books.get(keyOf(placeOf(line)))),
          counted_quantity: null,
          difference: null,
          version: Number(line['version']) + 1,
        }
      : line,
  )
  const changed = fresh.filter((line, at) => line !== lines[at])
  if (changed.length === 0)
    throw new OperationError('bad_state', { sentence: t(call.scope.language, 'stocktake.still') })
  await call.replaceLines(detail, changed)
  call.set(countsOf(fresh))
}

/** Places a sentence names at most. */
const mostNamed = 5

/** Nothing has moved since it was counted, and nothing comes onto a closed shelf. From here on nobody books there. */
const checkCounts: Effect = async (call) => {
  const { scope, trx } = call
  const lines = await call.lines(detail)
  const counted = lines.filter(isCounted)
  const books = await lockBooks(trx, counted.map(placeOf), scope.database.adapter.embedded)
  refuseMoved(
    call,
    counted.filter((line) => hasMoved(line, books)),
  )
  await refuseClosed(call, lines, (line) => Number(line['difference'] ?? 0) > 0)
}

function refuseMoved({ scope }: EffectCall, moved: readonly Readonly<Row>[]): void {
  if (moved.length === 0) return
  const named = moved
    .slice(0, mostNamed)
    .map((line) => `${String(line['shelf'] ?? '')} · ${String(line['product_no'])} ${String(line['product_name'])}`)
  throw new OperationError('bad_state', {
    sentence: t(scope.language, 'stocktake.moved', {
      places: [...named, ...(moved.length > mostNamed ? ['…'] : [])].join(scope.language === 'zh-cn' ? '；' : '; '),
    }),
  })
}

async function refuseClosed(
  { scope, trx }: EffectCall,
  lines: readonly Readonly<Row>[],
  comesIn: (line: Readonly<Row>) => boolean,
): Promise<void> {
  const places = await readPlaces(
    trx,
    lines.filter(comesIn).map((line) => placeOf(line).shelfId),
  )
  const errors = lines.flatMap((line, at) => {
    const sentence = comesIn(line) ? closedSentence(scope, places.get(placeOf(line).shelfId)) : null
    return sentence === null ? [] : [[`${detail}.${at}.warehouse_shelf_id`, sentence] as const]
  })
  if (errors.length > 0) throw new OperationError('invalid', { errors: Object.fromEntries(errors) })
}

/** A place nothing was ever booked at cannot be locked: what came there at this very moment is seen by the balance before the row. */
const proveCounts: Effect = async (call) => {
  const before = new Map(
    (call.posted.get('adjust')?.rows ?? []).map((row) => [keyOf(placeOf(row)), Number(row['before_quantity'])]),
  )
  refuseMoved(
    call,
    (await call.lines(detail)).filter(
      (line) => before.has(keyOf(placeOf(line))) && before.get(keyOf(placeOf(line))) !== Number(line['book_quantity']),
    ),
  )
}

/** What was missing comes back onto its shelf, so that must be open. */
const checkTakeBack: Effect = async (call) =>
  refuseClosed(call, await call.lines(detail), (line) => Number(line['difference'] ?? 0) < 0)

const noteReason: Effect = (call) => {
  note(call)
  return Promise.resolve()
}

const reopen: Effect = (call) => {
  note(call)
  call.set({ post_admin_id: null, post_time: null })
  return Promise.resolve()
}

export const stocktakeEffects = {
  takeSnapshot,
  countAgain,
  checkCounts,
  proveCounts,
  checkTakeBack,
  noteReason,
  reopen,
}

/**
 * Stocktakes of the plain model: `source` is the shelf that is counted, `target` the warehouse, `product` the product;
 * -1 = all.
 */
import { fits, isOpen, labelOf, onHand, post, type Book, type Entry } from './book.ts'
import { hasReason, mirror, unless, type Action, type Doc, type Line, type Model, type Step } from './state.ts'

/** What is counted. */
export type Scope = Pick<Doc, 'product' | 'source' | 'target'>
/** A line as a person sends it: counts by line, goods found beside them. */
export interface Count {
  /** By line; null = not counted. */
  readonly counts: readonly (number | null)[]
  readonly found: { readonly product: number; readonly shelf: number; readonly quantity: number } | null
  /** What was found before goes again. */
  readonly drops: boolean
}

/** Place in the ledger of the last row at a place, -1 = none. */
const lastAt = ({ rows }: Book, product: number, shelf: number): number =>
  rows.findLastIndex((row) => row.product === product && row.shelf === shelf)
const warehouseOf = ({ areas, shelves }: Book, shelf: number): number => areas[shelves[shelf]!.area]!.warehouse
const isWithin = (book: Book, { source, target }: Scope, shelf: number): boolean =>
  source >= 0 ? shelf === source : target < 0 || warehouseOf(book, shelf) === target
const hasMoved = (book: Book, { product, shelf, last }: Line): boolean => lastAt(book, product, shelf!) !== last

export function setScope({ book }: Model, doc: Doc, to: Scope): void {
  unless(to.source < 0 || !book.shelves[to.source]!.isGone, 'invalid')
  unless(to.product < 0 || !book.products[to.product]!.isGone, 'invalid')
  unless(to.product >= 0 || to.source >= 0 || to.target >= 0, 'invalid')
  Object.assign(doc, { product: to.product, source: to.source, target: to.target })
}

const lineAt = (model: Model, product: number, shelf: number): Line => ({
  key: ++model.lineKeys,
  product,
  shelf,
  plan: onHand(model.book, product, shelf),
  actual: null,
  price: 0,
  remark: null,
  last: lastAt(model.book, product, shelf),
  isFound: false,
})

/** Sends counts as `edit` does. @param version in hand, or null */
export function setCounts(model: Model, doc: Doc, version: number | null, { counts, found, drops }: Count): void {
  const { book } = model
  unless(!doc.isGone, 'not_found')
  unless(doc.status < 2, 'bad_state')
  unless(version === null || version === doc.version, 'conflict')
  const kept = doc.lines.flatMap((line, at) => (drops && line.isFound ? [] : [{ ...line, actual: counts[at] ?? null }]))
  for (const { actual, product } of kept) unless((actual ?? 0) >= 0 && fits(book, product, actual ?? 0), 'invalid')
  if (found) {
    unless(doc.status === 1 && found.quantity >= 0 && fits(book, found.product, found.quantity), 'invalid')
    unless(
      !book.products[found.product]!.isGone && !book.shelves[found.shelf]!.isGone && isWithin(book, doc, found.shelf),
      'invalid',
    )
    unless(!kept.some(({ product, shelf }) => product === found.product && shelf === found.shelf), 'invalid')
  }
  doc.lines = found
    ? [...kept, { ...lineAt(model, found.product, found.shelf), actual: found.quantity, isFound: true }]
    : kept
  doc.version++
}

/** Places with rows in the ledger, products on their own shelf, and of a chosen product on a chosen shelf both. */
const start: Action = (model, doc) => {
  const { book } = model
  const isListed = (product: number, shelf: number): boolean =>
    lastAt(book, product, shelf) >= 0 ||
    book.products[product]!.home === shelf ||
    (doc.product === product && doc.source === shelf)
  const places = book.products.flatMap(({ isGone }, product) =>
    book.shelves.flatMap((_one, shelf) =>
      !isGone && (doc.product < 0 || doc.product === product) && isWithin(book, doc, shelf) && isListed(product, shelf)
        ? [{ product, shelf, label: labelOf(book, shelf) }]
        : [],
    ),
  )
  doc.lines = places
    .sort((one, other) => (one.label === other.label ? one.product - other.product : one.label < other.label ? -1 : 1))
    .map(({ product, shelf }) => lineAt(model, product, shelf))
  doc.status = 1
}

const recount: Action = ({ book }, doc) => {
  const moved = doc.lines.filter((line) => hasMoved(book, line))
  unless(moved.length > 0, 'bad_state')
  for (const line of moved)
    Object.assign(line, {
      plan: onHand(book, line.product, line.shelf!),
      last: lastAt(book, line.product, line.shelf!),
      actual: null,
    })
}

const settle: Action = ({ book }, doc, { skip = false }, at) => {
  unless(doc.lines.length > 0 && (skip || doc.lines.every(({ actual }) => actual !== null)), 'bad_state')
  const counted = doc.lines.filter(({ actual }) => actual !== null)
  unless(
    counted.every((line) => !hasMoved(book, line)),
    'bad_state',
  )
  unless(
    counted.every(({ actual, plan, shelf }) => actual! <= plan || isOpen(book, shelf!)),
    'invalid',
  )
  doc.status = 2
  post(
    book,
    counted.map(({ key, product, shelf, plan, actual }): Entry => ({
      doc: at,
      line: key,
      leg: 'in',
      form: 80,
      product,
      shelf: shelf!,
      quantity: actual! - plan,
      price: book.products[product]!.price,
      undoes: null,
      mayExpired: false,
    })),
  )
}

const takeBack: Action = (model, doc, _inputs, at) => {
  unless(
    doc.lines.every(({ actual, plan, shelf }) => actual === null || actual >= plan || isOpen(model.book, shelf!)),
    'invalid',
  )
  doc.status = 1
  post(model.book, mirror(model, at, null))
}

export const countingSteps: Readonly<Record<string, Step>> = {
  start: { from: ({ status }) => status === 0, act: start },
  recount: { from: ({ status }) => status === 1, act: recount },
  post: { from: ({ status }) => status === 1, act: settle },
  unpost: { from: ({ status }) => status === 2, sent: hasReason, act: takeBack },
  cancel: {
    from: ({ status }) => status < 2,
    sent: hasReason,
    act: (_model, doc) => {
      doc.status = 3
    },
  },
}

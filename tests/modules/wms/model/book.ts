/**
 * The plain model of a small warehouse: what stands on its shelves, which layers it has, and every row of its ledger.
 */

/** A refusal by its reason. */
export class Refused extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}
export type Reason = 'invalid' | 'bad_state' | 'conflict' | 'stock_short' | 'in_use' | 'not_found'

interface Product {
  name: string
  /** Ten-thousandths. */
  price: number
  /** Shelf life; 0 = none. */
  days: number
  /** Thousandths, as all quantities. */
  safety: number
  /** Place of the unit in `units`. */
  unit: number
  isOff: boolean
  isGone: boolean
  readonly home: number | null
}

interface Shelf {
  name: string
  area: number
  isOpen: boolean
  isGone: boolean
}

export interface Layer {
  readonly product: number
  readonly shelf: number
  /** Document by which it came into stock. */
  readonly doc: number
  readonly received: number
  /** Infinity = keeps for ever. */
  readonly expires: number
  left: number
}

/** A row of the ledger; products, shelves and documents by their places in the model, lines by their keys. */
export interface Entry {
  readonly doc: number
  readonly line: number
  readonly leg: 'in' | 'out'
  readonly form: number
  readonly product: number
  readonly shelf: number
  readonly quantity: number
  readonly price: number
  /** Place of the row it takes back. */
  readonly undoes: number | null
  readonly mayExpired: boolean
}

interface LedgerRow extends Entry {
  readonly total: number
  readonly before: number
  readonly after: number
  readonly seq: number
  readonly time: number
  /** Product, unit and place as they were called. */
  readonly said: string
  readonly moves: { readonly layer: number; quantity: number }[]
}

/** A hold of a product for somebody; one that was broken stays with 0. */
interface Hold {
  readonly ref: number
  readonly product: number
  quantity: number
}

export interface Book {
  now: number
  holds: Hold[]
  readonly products: Product[]
  readonly shelves: Shelf[]
  readonly areas: { readonly warehouse: number; isOpen: boolean }[]
  readonly warehouses: { isOpen: boolean }[]
  readonly layers: Layer[]
  readonly rows: LedgerRow[]
}

export const units = [
  { name: 'piece', decimals: 0 },
  { name: 'kilo', decimals: 3 },
] as const

const day = 86_400

/** What stands on a shelf. */
export const onHand = (book: Book, product: number, shelf: number): number =>
  sum(book.rows.filter((row) => row.product === product && row.shelf === shelf).map(({ quantity }) => quantity))
export const totalOf = (book: Book, product: number): number =>
  sum(book.rows.filter((row) => row.product === product).map(({ quantity }) => quantity))
export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

export const reservedOf = (book: Book, product: number): number =>
  sum(book.holds.filter((hold) => hold.product === product).map(({ quantity }) => quantity))
/** Stock that has not expired and is on an open shelf. */
export const goodOf = (book: Book, product: number): number =>
  sum(book.layers.filter((layer) => layer.product === product && isGood(book, layer)).map(({ left }) => left))
const isGood = (book: Book, { expires, shelf }: Layer): boolean => expires > book.now && isOpen(book, shelf)

/** Goods may come onto the shelf. */
export function isOpen({ shelves, areas, warehouses }: Book, shelf: number): boolean {
  const area = areas[shelves[shelf]!.area]!
  return shelves[shelf]!.isOpen && area.isOpen && warehouses[area.warehouse]!.isOpen
}

export const fits = (book: Book, product: number, quantity: number): boolean =>
  quantity % 10 ** (3 - units[book.products[product]!.unit]!.decimals) === 0

/** Price × quantity in hundredths, halves away from zero. */
export function amount(price: number, quantity: number): number {
  const size = (BigInt(price) * BigInt(Math.abs(quantity)) * 2n + 100_000n) / 200_000n
  return Number(size) * Math.sign(quantity) || 0
}

/** Layers of a product that hold something, first expired first. */
export function byExpiry(book: Book, product: number): Layer[] {
  const order = new Map(book.layers.map((layer, at) => [layer, at]))
  return book.layers
    .filter((layer) => layer.product === product && layer.left > 0)
    .sort(
      (one, other) =>
        compare(one.expires, other.expires) || one.received - other.received || order.get(one)! - order.get(other)!,
    )
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)

/** Books the entries or refuses them all; the caller throws the book away when they are refused. */
export function post(book: Book, entries: readonly Entry[]): void {
  const moving = entries.filter(({ quantity }) => quantity !== 0)
  for (const { product, shelf } of moving) {
    const change = sum(
      moving.filter((one) => one.product === product && one.shelf === shelf).map(({ quantity }) => quantity),
    )
    if (onHand(book, product, shelf) + change < 0) throw new Refused('stock_short')
  }
  for (const product of new Set(moving.map((entry) => entry.product))) {
    const change = sum(moving.filter((entry) => entry.product === product).map(({ quantity }) => quantity))
    if (change < 0 && totalOf(book, product) + change < reservedOf(book, product)) throw new Refused('stock_short')
  }
  const seq = 1 + Math.max(0, ...book.rows.filter((row) => row.doc === moving[0]?.doc).map((row) => row.seq))
  const fresh = moving.map((entry) => {
    const before = onHand(book, entry.product, entry.shelf)
    const last = book.rows.findLast((row) => row.product === entry.product && row.shelf === entry.shelf)
    const origin = entry.undoes === null ? null : book.rows[entry.undoes]!
    const row: LedgerRow = {
      ...entry,
      before,
      after: before + entry.quantity,
      seq,
      time: Math.max(book.now, last?.time ?? 0),
      said: origin?.said ?? says(book, entry),
      total: origin ? -origin.total || 0 : amount(entry.price, entry.quantity),
      moves: [],
    }
    book.rows.push(row)
    return row
  })
  const carried: { layer: Layer; quantity: number }[] = []
  for (const row of fresh) {
    if (row.undoes !== null) takeBack(book, row)
    else if (row.form === 70 && row.quantity > 0)
      for (const { layer, quantity } of carried) put(book, row, { ...layer, shelf: row.shelf }, quantity)
    else if (row.form === 80 && row.quantity > 0 && firstAt(book, row))
      shift(book, row, firstAt(book, row)!, row.quantity)
    else if (row.quantity > 0)
      put(
        book,
        row,
        {
          product: row.product,
          shelf: row.shelf,
          doc: row.doc,
          received: row.time,
          expires: expiryOf(book, row),
          left: 0,
        },
        row.quantity,
      )
    else carried.push(...takeOut(book, row))
  }
  refuseScarce(book, fresh)
}

/** Good stock stays for whom it is held, as long as there is no more. */
function refuseScarce(book: Book, rows: readonly LedgerRow[]): void {
  for (const product of new Set(rows.map((row) => row.product))) {
    const loss = sum(
      rows
        .filter((row) => row.product === product)
        .flatMap(({ moves }) => moves)
        .filter(({ layer }) => isGood(book, book.layers[layer]!))
        .map(({ quantity }) => -quantity),
    )
    if (loss > 0 && goodOf(book, product) < reservedOf(book, product)) throw new Refused('stock_short')
  }
}

function says(book: Book, { product, shelf }: Entry): string {
  const { name, unit } = book.products[product]!
  return `${name}, ${units[unit]!.name}, ${labelOf(book, shelf)}`
}

/** A shelf as people read it. */
export function labelOf({ areas, shelves }: Book, shelf: number): string {
  const { area, name } = shelves[shelf]!
  return `W${areas[area]!.warehouse}/A${area}/${name}`
}

function expiryOf(book: Book, { product, time }: LedgerRow): number {
  const { days } = book.products[product]!
  return days === 0 ? Infinity : time + days * day
}

/** Where what a count finds belongs: nothing gets fresher by being found. */
const firstAt = (book: Book, { product, shelf }: LedgerRow): Layer | undefined =>
  byExpiry(book, product).find((layer) => layer.shelf === shelf)

function put(book: Book, row: LedgerRow, fresh: Layer, quantity: number): void {
  const same = book.layers.find(
    (one) =>
      one.left > 0 &&
      one.product === fresh.product &&
      one.shelf === fresh.shelf &&
      one.doc === fresh.doc &&
      one.received === fresh.received &&
      one.expires === fresh.expires,
  )
  if (!same) book.layers.push({ ...fresh, left: 0 })
  shift(book, row, same ?? book.layers.at(-1)!, quantity)
}

function shift(book: Book, row: LedgerRow, layer: Layer, quantity: number): void {
  layer.left += quantity
  row.moves.push({ layer: book.layers.indexOf(layer), quantity })
}

/** Takes what the row wants, first expired first, and answers from which layers. */
function takeOut(
  book: Book,
  row: LedgerRow,
  wanted = -row.quantity,
  isIssue = row.form < 70,
): { layer: Layer; quantity: number }[] {
  const taken: { layer: Layer; quantity: number }[] = []
  for (const layer of byExpiry(book, row.product).filter(({ shelf }) => shelf === row.shelf)) {
    if (wanted === 0 || (isIssue && !row.mayExpired && layer.expires <= row.time)) continue
    const quantity = Math.min(wanted, layer.left)
    shift(book, row, layer, -quantity)
    taken.push({ layer, quantity })
    wanted -= quantity
  }
  if (wanted > 0) throw new Refused('stock_short')
  return taken
}

/**
 * What went out returns to the layers it came from; what came in leaves its own layers first, then the first to expire.
 */
function takeBack(book: Book, row: LedgerRow): void {
  let wanted = -row.quantity
  for (const { layer, quantity } of book.rows[row.undoes!]!.moves) {
    const own = book.layers[layer]!
    const part = quantity < 0 ? -quantity : -Math.min(own.left, quantity)
    if (part !== 0) shift(book, row, own, part)
    wanted += part
  }
  if (wanted > 0) takeOut(book, row, wanted, false)
}

/** The documents of the plain model: their states, what each action asks for, and what it books. */
import { amount, byExpiry, fits, isOpen, onHand, post, sum, type Entry } from './book.ts'
import { countingSteps } from './counting.ts'
import { hasRemainderOrder, refuseExcess, refuseExcessReceipt, tolerance } from './remainders.ts'
import {
  blank,
  counted,
  hasReason,
  mirror,
  unless,
  type Action,
  type Doc,
  type Inputs,
  type Kind,
  type Line,
  type Model,
  type SentLine,
  type Step,
} from './state.ts'

export { blank, type Doc, type Inputs, type Kind, type Model, type SentLine }

const needsPartner = ({ kind, type }: Doc): boolean => (kind === 'outbound' ? type === 10 : type !== 30)
const partnersOf = (model: Model, { kind }: Doc): boolean[] =>
  model.partners[kind === 'warehousing' ? 'supplier' : 'customer']

/** Puts lines into an order as `add` and `edit` do. */
export function setLines(model: Model, doc: Doc, sent: readonly SentLine[]): void {
  const { book } = model
  unless(sent.length > 0, 'invalid')
  doc.lines = sent.map((one): Line => {
    const before = one.keep === null ? null : doc.lines[one.keep]!
    const product = book.products[one.product]!
    const isNew = before?.product !== one.product
    unless(!isNew || !product.isGone, 'invalid')
    unless(one.shelf === null || before?.shelf === one.shelf || !book.shelves[one.shelf]!.isGone, 'invalid')
    unless(one.plan > 0 && (one.actual ?? 0) >= 0 && (one.price ?? 0) >= 0, 'invalid')
    unless(fits(book, one.product, one.plan) && fits(book, one.product, one.actual ?? 0), 'invalid')
    unless(doc.kind !== 'outbound' || doc.type !== 10 || !product.isOff || !isNew, 'invalid')
    return {
      key: before?.key ?? ++model.lineKeys,
      product: one.product,
      shelf: one.shelf,
      plan: one.plan,
      actual: one.actual,
      price: one.price ?? product.price,
      remark: one.remark,
    }
  })
}

export function setPartner(model: Model, doc: Doc, type: number, partner: number | null): void {
  unless(partner === null || partner === doc.partner || !partnersOf(model, doc)[partner], 'invalid')
  Object.assign(doc, { type, partner })
  unless(!needsPartner(doc) || partner !== null, 'invalid')
}

/** What is off shelf does not stay on an order whose type becomes a sale. */
export function becomeSale({ book }: Model, { kind, type, lines }: Doc): void {
  unless(kind !== 'outbound' || type !== 10 || lines.every((line) => !book.products[line.product]!.isOff), 'invalid')
}

export function setMove(
  { book }: Model,
  doc: Doc,
  isNew: boolean,
  to: Pick<Doc, 'product' | 'source' | 'target' | 'plan'>,
): void {
  unless((!isNew && doc.product === to.product) || !book.products[to.product]!.isGone, 'invalid')
  for (const name of ['source', 'target'] as const)
    unless((!isNew && doc[name] === to[name]) || !book.shelves[to[name]]!.isGone, 'invalid')
  unless(to.source !== to.target && to.plan > 0 && fits(book, to.product, to.plan), 'invalid')
  Object.assign(doc, to)
}

/** Brings a document back, but not to a partner or products that are gone. */
export function restoreDoc(model: Model, doc: Doc): void {
  unless(doc.isGone, 'not_found')
  unless(doc.partner === null || !partnersOf(model, doc)[doc.partner], 'invalid')
  const products =
    doc.kind === 'relocation' || doc.kind === 'stocktake'
      ? [doc.product, ...doc.lines.map(({ product }) => product)]
      : doc.lines.map(({ product }) => product)
  unless(
    products.every((product) => product < 0 || !model.book.products[product]!.isGone),
    'invalid',
  )
  doc.isGone = false
  doc.version++
  refuseExcess(model, doc)
}

/** What `edit` looks at before the body. @param version in hand, or null */
export function beginEdit(doc: Doc, version: number | null): void {
  unless(!doc.isGone, 'not_found')
  unless(doc.audit === 0 && doc.ship === 0 && doc.status === 0, 'bad_state')
  unless(version === null || version === doc.version, 'conflict')
}

export function removeDoc(doc: Doc): void {
  unless(!doc.isGone, 'not_found')
  unless(doc.audit === 0 && doc.ship === 0 && (doc.status === 0 || doc.status === 3), 'bad_state')
  doc.isGone = true
  doc.version++
}

const isShipment = ({ courier, carrier }: Inputs): boolean => (courier ?? '') !== '' && carrier !== undefined
const isQuantity = ({ quantity }: Inputs): boolean => quantity === undefined || quantity === null || quantity > 0

const entryOf = (doc: Doc, at: number, line: Line, mayExpired = false): Entry => {
  const isIn = doc.kind === 'warehousing'
  return {
    doc: at,
    line: line.key,
    leg: isIn ? 'in' : 'out',
    form: doc.type + (isIn ? 0 : 30),
    product: line.product,
    shelf: line.shelf!,
    quantity: isIn ? counted(line) : -counted(line) || 0,
    price: line.price,
    undoes: null,
    mayExpired,
  }
}

/** At an audit figures become final, and prices stay. */
const settle = (line: Line, home: number | null): Line =>
  Object.assign(line, { shelf: line.shelf ?? home, actual: counted(line) })

const receive: Action = (model, doc, _inputs, at) => {
  const { book } = model
  unless(
    doc.lines.some((line) => counted(line) > 0),
    'bad_state',
  )
  for (const line of doc.lines) {
    const shelf = line.shelf ?? book.products[line.product]!.home
    unless(fits(book, line.product, counted(line)), 'invalid')
    if (counted(line) === 0) continue
    unless(shelf !== null && isOpen(book, shelf), 'invalid')
    unless(counted(line) * 100 <= line.plan * (100 + tolerance) || line.remark !== null, 'invalid')
  }
  for (const line of doc.lines) settle(line, book.products[line.product]!.home)
  Object.assign(doc, { audit: 1, audited: book.now })
  refuseExcessReceipt(model, at)
  post(
    book,
    doc.lines.map((line) => entryOf(doc, at, line)),
  )
}

const issue: Action = ({ book }, doc, { allowExpired = false }, at) => {
  unless(
    doc.lines.some((line) => counted(line) > 0),
    'bad_state',
  )
  for (const line of doc.lines)
    unless(
      (counted(line) === 0 || line.shelf !== null) &&
        counted(line) <= line.plan &&
        fits(book, line.product, counted(line)),
      'invalid',
    )
  for (const line of doc.lines) settle(line, null)
  Object.assign(doc, { audit: 1, audited: book.now })
  post(
    book,
    doc.lines.map((line) => entryOf(doc, at, line, allowExpired)),
  )
}

const takeBackIssue: Action = (model, doc, _inputs, at) => {
  for (const line of doc.lines) unless(counted(line) === 0 || isOpen(model.book, line.shelf!), 'invalid')
  doc.audit = 0
  post(model.book, mirror(model, at, null))
}

const remainder: Action = (model, doc, _inputs, at) => {
  const missing = doc.lines.filter((line) => counted(line) < line.plan)
  unless(missing.length > 0 && !hasRemainderOrder(model, at), 'bad_state')
  unless(doc.partner === null || !partnersOf(model, doc)[doc.partner], 'invalid')
  unless(
    doc.lines.every(({ product }) => !model.book.products[product]!.isGone),
    'invalid',
  )
  const lines = missing.map((line): Line => ({
    ...line,
    key: ++model.lineKeys,
    plan: line.plan - counted(line),
    actual: null,
    remark: null,
  }))
  model.docs.push({ ...blank('warehousing'), type: doc.type, partner: doc.partner, lines, remainderOf: at })
}

/** Shelves for the lines that have none, first expired first; lines with a shelf are served before. */
const suggest: Action = (model, doc) => {
  const { book } = model
  const free = new Map(
    book.products
      .flatMap((_one, product) => byExpiry(book, product))
      .filter(({ expires }) => expires > book.now)
      .map((layer) => [layer, layer.left]),
  )
  const take = (line: Line, shelf: number | null): Map<number, number> => {
    const shares = new Map<number, number>()
    let wanted = counted(line)
    for (const [layer, left] of free) {
      const part =
        layer.product === line.product && (shelf === null || layer.shelf === shelf) ? Math.min(wanted, left) : 0
      if (part === 0) continue
      free.set(layer, left - part)
      shares.set(layer.shelf, (shares.get(layer.shelf) ?? 0) + part)
      wanted -= part
    }
    return shares
  }
  for (const line of doc.lines) if (line.shelf !== null) take(line, line.shelf)
  doc.lines = doc.lines.flatMap((line) => {
    if (line.shelf !== null || counted(line) === 0) return [line]
    const shares: [number | null, number][] = [...take(line, null)]
    const lacking = counted(line) - sum(shares.map(([, part]) => part))
    if (lacking > 0) shares.push([null, lacking])
    const spare = line.plan - counted(line)
    return shares.map(([shelf, part], place): Line => ({
      ...line,
      key: place === 0 ? line.key : ++model.lineKeys,
      shelf,
      plan: part + (place === shares.length - 1 ? spare : 0),
      actual: line.actual === null ? null : part,
    }))
  })
}

const move: Action = ({ book }, doc, { quantity }, at) => {
  const q = quantity ?? 0
  unless(q <= doc.plan - doc.actual, 'bad_state')
  unless(fits(book, doc.product, q) && isOpen(book, doc.target), 'invalid')
  doc.actual += q
  doc.status = doc.actual === 0 ? 0 : doc.actual === doc.plan ? 2 : 1
  const { price } = book.products[doc.product]!
  const leg = (name: 'in' | 'out', shelf: number, signed: number): Entry => ({
    doc: at,
    line: 0,
    leg: name,
    form: 70,
    product: doc.product,
    shelf,
    quantity: signed,
    price,
    undoes: null,
    mayExpired: false,
  })
  post(book, [leg('out', doc.source, -q || 0), leg('in', doc.target, q)])
}

const moveBack: Action = (model, doc, { seq }, at) => {
  unless(isOpen(model.book, doc.source), 'invalid')
  const entries = mirror(model, at, seq!)
  unless(entries.length > 0, 'bad_state')
  post(model.book, entries)
  doc.actual -= Math.abs(entries[0]!.quantity)
  doc.status = doc.actual === 0 ? 0 : 1
}

const ship = (model: Model, doc: Doc, { courier, carrier, shipped }: Inputs): void => {
  unless(!model.partners.carrier[carrier!], 'invalid')
  const { now } = model.book
  unless(
    shipped === undefined || shipped === null || (shipped <= now + 300 && shipped >= doc.audited - 86_400),
    'bad_state',
  )
  Object.assign(doc, { ship: 1, shipped: shipped ?? now, courier })
}

const isFresh = ({ audit, ship: sent, status }: Doc): boolean => audit === 0 && sent === 0 && status === 0

export const steps: Readonly<Record<Kind, Readonly<Record<string, Step>>>> = {
  warehousing: {
    audit: { from: isFresh, act: receive },
    unaudit: {
      from: ({ audit }) => audit === 1,
      sent: hasReason,
      act: (model, doc, _inputs, at) => {
        doc.audit = 0
        post(model.book, mirror(model, at, null))
      },
    },
    remainder: { from: ({ audit }) => audit === 1, act: remainder },
  },
  outbound: {
    suggest: { from: isFresh, act: suggest },
    audit: { from: isFresh, act: issue },
    unaudit: { from: ({ audit, ship: sent }) => audit === 1 && sent === 0, sent: hasReason, act: takeBackIssue },
    ship: { from: ({ audit, ship: sent }) => audit === 1 && sent === 0, sent: isShipment, act: ship },
    editShipment: {
      from: ({ ship: sent }) => sent === 1,
      sent: (inputs) => isShipment(inputs) && (inputs.shipped ?? null) !== null,
      act: ship,
    },
    unship: {
      from: ({ ship: sent }) => sent === 1,
      sent: hasReason,
      act: (_model, doc) => {
        Object.assign(doc, { ship: 0, shipped: null, courier: null })
      },
    },
  },
  relocation: {
    audit: {
      from: isFresh,
      sent: isQuantity,
      act: (model, doc, inputs, at) => {
        unless((inputs.quantity ?? 0) <= doc.plan - doc.actual, 'bad_state')
        unless(fits(model.book, doc.product, doc.plan), 'invalid')
        Object.assign(doc, { audit: 1, audited: model.book.now })
        move(model, doc, inputs, at)
      },
    },
    move: {
      from: ({ audit, status }) => audit === 1 && status < 2,
      sent: ({ quantity }) => (quantity ?? 0) > 0,
      act: move,
    },
    reverseMove: {
      from: ({ audit, status }) => audit === 1 && (status === 1 || status === 2),
      sent: ({ seq }) => (seq ?? 0) > 0,
      act: moveBack,
    },
    unaudit: {
      from: ({ audit, status }) => audit === 1 && status === 0,
      sent: hasReason,
      act: (_model, doc) => {
        doc.audit = 0
      },
    },
    cancel: {
      from: ({ status }) => status < 2,
      sent: hasReason,
      act: (_model, doc) => {
        doc.status = 3
      },
    },
  },
  stocktake: countingSteps,
}

/** Takes an action on the document at that place. @param version in hand, or null */
export function take(model: Model, at: number, action: string, inputs: Inputs, version: number | null): void {
  const doc = model.docs[at]!
  const { from, sent, act } = steps[doc.kind][action]!
  unless(sent?.(inputs) ?? true, 'invalid')
  unless(!doc.isGone, 'not_found')
  unless(from(doc), 'bad_state')
  unless(version === null || version === doc.version, 'conflict')
  doc.version++
  act(model, doc, inputs, at)
}

/** Whether the unit could count what open documents have of the product. */
export function countsOpenLines({ docs, book }: Model, product: number, unit: number): boolean {
  const changed = { ...book, products: book.products.with(product, { ...book.products[product]!, unit }) }
  const quantitiesOf = ({ kind, audit, status, lines, plan, product: moved }: Doc): readonly (number | null)[] => {
    if (kind === 'relocation') return moved === product && status < 2 ? [plan] : []
    const own = lines.filter((line) => line.product === product)
    if (kind === 'stocktake') return status === 1 ? own.map(({ actual }) => actual) : []
    return audit === 0 ? own.flatMap((line) => [line.plan, line.actual]) : []
  }
  return docs
    .filter(({ isGone }) => !isGone)
    .flatMap(quantitiesOf)
    .every((quantity) => fits(changed, product, quantity ?? 0))
}

/** Live documents that name the product, or any row of the ledger that does. */
export const usesProduct = ({ docs, book }: Model, product: number): boolean =>
  book.rows.some((row) => row.product === product) ||
  docs.some(
    (doc) =>
      !doc.isGone &&
      (doc.kind === 'relocation' ? doc.product === product : doc.lines.some((line) => line.product === product)),
  )

/** Whatever names the shelf, deleted documents among it. */
export const usesShelf = ({ docs, book }: Model, shelf: number): boolean =>
  book.products.some(({ home }) => home === shelf) ||
  book.rows.some((row) => row.shelf === shelf) ||
  docs.some(
    (doc) =>
      doc.lines.some((line) => line.shelf === shelf) ||
      ((doc.kind === 'relocation' || doc.kind === 'stocktake') && doc.source === shelf) ||
      (doc.kind === 'relocation' && doc.target === shelf),
  )

/** Totals of an order. */
export const totals = ({ lines }: Doc): readonly [quantity: number, money: number] => [
  sum(lines.map(counted)),
  sum(lines.map((line) => amount(line.price, counted(line)))),
]

export const holdsStock = ({ book }: Model, shelf: number): boolean =>
  book.products.some((_one, product) => onHand(book, product, shelf) > 0)

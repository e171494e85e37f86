/**
 * Random commands for a small warehouse, and what the model says of each. Places are numbers that are taken modulo what
 * there is.
 */
import fc from 'fast-check'
import { onHand } from './book.ts'
import { type Count } from './counting.ts'
import type { HoldStep } from './holding.ts'
import { steps, type Doc, type Inputs, type Kind, type Model, type SentLine } from './documents.ts'

/** A command as the operations are given it: everything is settled, by places of the model. */
export type Step =
  | HoldStep
  | {
      readonly do: 'add'
      readonly kind: Kind
      readonly type: number
      readonly partner: number | null
      readonly lines: readonly SentLine[]
      readonly move: Move
    }
  | {
      readonly do: 'edit'
      readonly at: number
      readonly version: number | null
      readonly header: { readonly type: number; readonly partner: number | null } | null
      readonly lines: readonly SentLine[] | null
      readonly move: Move | null
    }
  | {
      readonly do: 'act'
      readonly at: number
      readonly action: string
      readonly inputs: Inputs
      readonly version: number | null
    }
  | { readonly do: 'count'; readonly at: number; readonly version: number | null; readonly count: Count }
  | { readonly do: 'remove'; readonly at: number }
  | { readonly do: 'restore'; readonly at: number }
  | {
      readonly do: 'product'
      readonly at: number
      readonly change: 'name' | 'price' | 'days' | 'safety' | 'isOff' | 'unit'
      readonly value: number
    }
  | { readonly do: 'shelf'; readonly at: number; readonly change: 'name' | 'area'; readonly value: number }
  | {
      readonly do: 'place'
      readonly level: 'shelves' | 'areas' | 'warehouses'
      readonly at: number
      readonly isOpen: boolean
    }
  | {
      readonly do: 'drop'
      readonly what: 'product' | 'shelf' | 'supplier' | 'customer' | 'carrier'
      readonly at: number
    }

export type Move = Pick<Doc, 'product' | 'source' | 'target' | 'plan'>

const product = fc.nat(2)
const shelf = fc.nat(3)
const quantity = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 1, max: 20 }).map((n) => n * 1000) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 9999 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1000) },
)
const price = fc.option(fc.constantFrom(0, 3333, 12_345, 125_000, 50), { freq: 2 })
const line = fc.record({
  keep: fc.option(fc.nat(3), { freq: 2 }),
  product,
  shelf: fc.option(shelf, { freq: 14 }),
  plan: quantity,
  aim: fc.option(fc.nat(15), { freq: 25 }),
  price,
  remark: fc.option(fc.constant('extra'), { freq: 2 }),
  actual: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('none') },
    { weight: 4, arbitrary: fc.constantFrom(-2000, -1000, -1000, 0, 0, 0, 1000, 2) },
  ),
})
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
const pick = fc.nat(1023)
const version = fc.constantFrom<('none' | 'now' | 'stale')[]>('none', 'none', 'now', 'now', 'now', 'stale')
const order = (kind: 'warehousing' | 'outbound', audits: number) =>
  fc.record({
    kind: fc.constant(kind),
    type: fc.constantFrom(10, 10, 20, 30),
    partner: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, null),
    lines,
    thenAudit: fc.nat(9).map((n) => n < audits),
    thenShip: fc.nat(9).map((n) => n < 7),
  })
const inbound = order('warehousing', 8)
const tick = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 90 }) },
  { weight: 3, arbitrary: fc.integer({ min: -40, max: -1 }) },
  { weight: 3, arbitrary: fc.constantFrom(86_400, 3 * 86_400) },
  { weight: 1, arbitrary: fc.constant(40 * 86_400) },
)

/** Counts as differences from the books, by line; goods that were found. */
const counting = {
  counts: fc.array(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(-3000, -2000, -1000, 0, 0, 1000, 2000) },
      { weight: 1, arbitrary: fc.constantFrom(null, 1, -99_000) },
    ),
    { minLength: 3, maxLength: 12 },
  ),
  found: fc.option(fc.record({ product, shelf, quantity: fc.constantFrom(0, 1000, 4000, 1500) }), { freq: 2 }),
  drops: fc.nat(5).map((n) => n === 0),
  skip: fc.boolean(),
}

const draft = {
  inbound,
  outbound: order('outbound', 8),
  relocation: fc.record({
    kind: fc.constant('relocation' as const),
    aim: fc.option(fc.nat(15), { freq: 25 }),
    product,
    source: shelf,
    target: shelf,
    plan: quantity,
    thenAudit: fc.nat(9).map((n) => n < 7),
    moves: fc.array(fc.constantFrom(1000, 1000, 2000, 7000), { maxLength: 2 }),
  }),
  act: fc.record({
    pick,
    act: pick,
    legal: fc.nat(9).map((n) => n > 0),
    quantity: fc.nat(5),
    reason: fc.nat(7).map((n) => (n === 0 ? '' : 'why')),
    courier: fc.nat(7).map((n) => (n === 0 ? '' : `SF${n}`)),
    carrier: fc.nat(1),
    shipped: fc.option(fc.constantFrom(-90_000, -3600, 240, 900)),
    seq: fc.constantFrom(0, 1, 1, 1, 2, 2, 3),
    allowExpired: fc.boolean(),
    version,
  }),
  batch: fc.record({ batch: fc.constantFrom<Kind[]>('warehousing', 'outbound') }),
  edit: fc.record({
    edit: pick,
    version,
    type: fc.constantFrom(10, 20, 30),
    partner: fc.constantFrom(0, 1, null),
    lines,
    product,
    source: shelf,
    target: shelf,
    plan: quantity,
    parts: fc.nat(3),
  }),
  remove: fc.record({ remove: pick, thenRestore: fc.boolean() }),
  restore: fc.record({ restore: pick }),
  hold: fc.record({
    what: fc.constantFrom<HoldStep['what'][]>('take', 'take', 'take', 'release', 'break'),
    ref: fc.nat(2),
    product,
    plan: quantity,
    aim: fc.option(fc.nat(15), { freq: 10 }),
  }),
  // What follows on the start: counts, the posting, and whether it is taken back.
  stocktake: fc.record({
    scope: fc.oneof(
      { weight: 12, arbitrary: fc.record({ product: fc.constant(-1), source: shelf, target: fc.constant(-1) }) },
      { weight: 6, arbitrary: fc.record({ product, source: fc.constant(-1), target: fc.constant(-1) }) },
      {
        weight: 4,
        arbitrary: fc.record({
          product: fc.option(product, { freq: 1, nil: -1 }),
          source: fc.constant(-1),
          target: fc.nat(1),
        }),
      },
      { weight: 2, arbitrary: fc.record({ product, source: shelf, target: fc.constant(-1) }) },
      { weight: 1, arbitrary: fc.constant({ product: -1, source: -1, target: -1 }) },
    ),
    aim: fc.nat(15),
    steps: fc.constantFrom(0, 1, 2, 3, 3, 3, 4),
    ...counting,
  }),
  count: fc.record({ count: pick, version, thenPost: fc.boolean(), ...counting }),
  product: fc.record({
    product,
    change: fc.constantFrom('name', 'price', 'days', 'safety', 'isOff', 'isOff', 'unit'),
    value: fc.nat(7),
  }),
  place: fc.record({
    level: fc.constantFrom('shelves', 'shelves', 'areas', 'warehouses'),
    place: fc.nat(3),
    isOpen: fc.nat(9).map((n) => n > 4),
  }),
  shelf: fc.record({ shelf, change: fc.constantFrom('name', 'area'), value: fc.nat(1) }),
  drop: fc.record({ what: fc.constantFrom('product', 'shelf', 'supplier', 'customer', 'carrier'), drop: fc.nat(3) }),
} as const

type Draft = {
  [Name in keyof typeof draft]: {
    readonly name: Name
    readonly of: (typeof draft)[Name] extends fc.Arbitrary<infer Value> ? Value : never
  }
}[keyof typeof draft]
export interface Command {
  readonly tick: number
  readonly draft: Draft
}

const weights: Readonly<Record<keyof typeof draft, number>> = {
  inbound: 2,
  outbound: 5,
  relocation: 4,
  stocktake: 3,
  count: 2,
  act: 24,
  batch: 1,
  edit: 4,
  remove: 2,
  restore: 1,
  hold: 4,
  product: 2,
  place: 1,
  shelf: 1,
  drop: 1,
}
const drafts = (Object.keys(draft) as (keyof typeof draft)[]).map((name) => ({
  weight: weights[name],
  arbitrary: (draft[name] as fc.Arbitrary<unknown>).map((of) => ({ name, of }) as Draft),
}))

/** 6 to 10 commands, an inbound order among the first. */
export const sequences: fc.Arbitrary<readonly Command[]> = fc.noBias(
  fc
    .tuple(
      inbound.map((of): Command => ({
        tick: 1,
        draft: { name: 'inbound', of: { ...of, partner: 0, thenAudit: true } },
      })),
      fc.array(fc.record({ tick, draft: fc.oneof(...drafts) }), { minLength: 5, maxLength: 9 }),
    )
    .map(([first, others]) => [first, ...others]),
)

/** A document by its number; those that were deleted come up rarely. */
function docAt({ docs }: Model, number: number): number | null {
  const all = docs.map((_one, at) => at)
  const live = number % 16 === 0 ? all : all.filter((at) => !docs[at]!.isGone)
  return live.length === 0 ? null : live[number % live.length]!
}

/** Most of what leaves a place is there: a place with stock, and part of it or all. */
function aimed<Want extends { readonly product: number; readonly plan: number }>(
  { book }: Model,
  want: Want,
  aim: number | null,
): Want & { readonly shelf?: number } {
  const held = book.products
    .flatMap((_one, product) =>
      book.shelves.map((_other, shelf) => ({ product, shelf, hand: onHand(book, product, shelf) })),
    )
    .filter(({ hand }) => hand > 0)
  if (aim === null || held.length === 0) return want
  const { product, shelf, hand } = held[aim % held.length]!
  return {
    ...want,
    product,
    shelf,
    plan: aim < 2 ? hand : Math.min(hand, want.plan > 3999 ? Math.floor(want.plan / 4000) * 1000 : want.plan),
  }
}

const sentLines = (
  given: readonly (typeof line extends fc.Arbitrary<infer Value> ? Value : never)[],
  standing: readonly unknown[],
  stocked: Model | null,
): SentLine[] => {
  const kept = new Set<number>()
  return given.map((wish): SentLine => {
    const one = stocked
      ? {
          ...wish,
          ...aimed(stocked, { product: wish.product, plan: wish.plan }, wish.aim),
          ...(wish.shelf === null && { shelf: null }),
        }
      : wish
    const keep = one.keep === null || one.keep >= standing.length || kept.has(one.keep) ? null : one.keep
    if (keep !== null) kept.add(keep)
    return {
      ...one,
      keep,
      actual: one.actual === null ? null : one.actual === 'none' ? 0 : Math.max(0, one.plan + one.actual),
    }
  })
}

function moveAimed(model: Model, of: Extract<Draft, { name: 'relocation' }>['of']): Move {
  const { product: one, plan, shelf: source = of.source } = aimed(model, { product: of.product, plan: of.plan }, of.aim)
  return { product: one, plan, source, target: of.target === source && of.aim !== null ? (source + 1) % 4 : of.target }
}

const versionOf = ({ version: real }: Doc, wanted: 'none' | 'now' | 'stale'): number | null =>
  wanted === 'none' ? null : wanted === 'now' ? real : real + 1

/** What a command means in the world as it is: steps one after the other, each settled when its turn has come. */
export function* stepsOf(command: Command, model: () => Model): Generator<Step> {
  const { name, of } = command.draft
  if (name === 'inbound' || name === 'outbound' || name === 'relocation') {
    const before = model().docs.length
    if (name === 'relocation')
      yield { do: 'add', kind: name, type: 10, partner: null, lines: [], move: moveAimed(model(), of) }
    else
      yield {
        do: 'add',
        kind: of.kind,
        type: of.type,
        partner: of.partner,
        lines: sentLines(of.lines, [], name === 'outbound' ? model() : null),
        move: { product: 0, source: 0, target: 0, plan: 0 },
      }
    if (of.thenAudit && model().docs.length > before) {
      yield {
        do: 'act',
        at: before,
        action: 'audit',
        inputs:
          name === 'relocation' && (of.aim ?? 0) % 2 === 1
            ? { quantity: Math.floor(model().docs[before]!.plan / 2000) * 1000 || null }
            : {},
        version: null,
      }
      if (model().docs[before]!.audit === 1)
        yield* followed(model, before, name === 'outbound' && of.thenShip, name === 'relocation' ? of.moves : [])
    }
  } else if (name === 'act') yield* actOf(of, model())
  else if (name === 'batch')
    for (const at of model().docs.keys()) {
      if (model().docs[at]!.kind === of.batch) yield { do: 'act', at, action: 'audit', inputs: {}, version: null }
    }
  else if (name === 'edit') yield* editOf(of, model())
  else if (name === 'stocktake') yield* stocktakeOf(of, model)
  else if (name === 'count') yield* countOf(of, model)
  else if (name === 'restore')
    for (const at of [goneAt(model(), of.restore)]) {
      if (at !== null) yield { do: 'restore', at }
    }
  else if (name === 'remove')
    for (const at of [docAt(model(), of.remove)]) {
      if (at !== null) yield { do: 'remove', at }
      if (at !== null && of.thenRestore && model().docs[at]!.isGone) yield { do: 'restore', at }
    }
  else if (name === 'hold') {
    const { product, plan } = aimed(model(), { product: of.product, plan: of.plan }, of.aim)
    yield { do: 'hold', what: of.what, ref: of.ref, product, quantity: plan }
  } else if (name === 'product') yield { do: 'product', at: of.product, change: of.change as 'name', value: of.value }
  else if (name === 'shelf') yield { do: 'shelf', at: of.shelf, change: of.change as 'name', value: of.value }
  else if (name === 'place')
    yield {
      do: 'place',
      level: of.level as 'areas',
      at: of.place % model().book[of.level as 'areas'].length,
      isOpen: of.isOpen,
    }
  else
    yield {
      do: 'drop',
      what: of.what as 'product',
      at: of.what === 'product' ? of.drop % 3 : of.what === 'shelf' ? of.drop : of.drop % 2,
    }
}

/** What mostly comes after an audit. */
function* followed(model: () => Model, at: number, ships: boolean, moves: readonly number[]): Generator<Step> {
  if (ships)
    yield { do: 'act', at, action: 'ship', inputs: { courier: 'SF1', carrier: 0, shipped: null }, version: null }
  for (const wanted of moves) {
    const left = model().docs[at]!.plan - model().docs[at]!.actual
    yield {
      do: 'act',
      at,
      action: 'move',
      inputs: { quantity: left > 0 ? Math.min(wanted, left) : wanted },
      version: null,
    }
  }
}

/** A stocktake of a shelf with goods, as far as it goes. */
function* stocktakeOf(of: Extract<Draft, { name: 'stocktake' }>['of'], model: () => Model): Generator<Step> {
  const at = model().docs.length
  const { source, ...rest } = of.scope
  const { shelf: stocked = source } = aimed(model(), { product: 0, plan: 1 }, of.aim)
  yield {
    do: 'add',
    kind: 'stocktake',
    type: 10,
    partner: null,
    lines: [],
    move: { ...rest, source: source < 0 ? source : stocked, plan: 0 },
  }
  const act = (action: string, inputs: Inputs = {}): Step => ({ do: 'act', at, action, inputs, version: null })
  if (of.steps > 0 && model().docs.length > at) yield act('start')
  if (of.steps > 1 && model().docs[at]?.status === 1)
    yield { do: 'count', at, version: null, count: countsOf(model().docs[at]!, of) }
  if (of.steps > 2 && model().docs[at]?.status === 1) yield act('post', { skip: of.skip })
  if (of.steps > 3 && model().docs[at]?.status === 2) yield act('unpost', { reason: 'why' })
}

/** Counts again where somebody counts, or tries to where nobody does. */
function* countOf(of: Extract<Draft, { name: 'count' }>['of'], model: () => Model): Generator<Step> {
  const all = [...model().docs.keys()].filter((at) => model().docs[at]!.kind === 'stocktake')
  const open = all.filter((at) => model().docs[at]!.status === 1 && !model().docs[at]!.isGone)
  const among = open.length > 0 && of.count % 8 > 0 ? open : all
  if (among.length === 0) return
  const at = among[of.count % among.length]!
  const doc = model().docs[at]!
  yield { do: 'count', at, version: versionOf(doc, of.version), count: countsOf(doc, of) }
  if (of.thenPost) yield { do: 'act', at, action: 'post', inputs: { skip: of.skip }, version: null }
}

const countsOf = (
  { lines, source }: Doc,
  { counts, found, drops }: Pick<Extract<Draft, { name: 'count' }>['of'], 'counts' | 'found' | 'drops'>,
): Count => ({
  counts: lines.map(({ plan }, at) => {
    const difference = counts[at % counts.length] ?? null
    if (difference === null) return null
    return plan + difference < 0 && difference > -90_000 ? 0 : plan + difference
  }),
  found: found && source >= 0 && found.quantity !== 1500 ? { ...found, shelf: source } : found,
  drops,
})

/** A document that was deleted; any where none was. */
function goneAt({ docs }: Model, number: number): number | null {
  const gone = [...docs.keys()].filter((at) => docs[at]!.isGone)
  return gone.length > 0 ? gone[number % gone.length]! : docs.length > 0 ? number % docs.length : null
}

/** Two of three times an outbound order or a relocation that was audited: there is most to do with them. */
function busyAt(model: Model, number: number): number | null {
  const kind = ([null, 'outbound', 'relocation'] as const)[number % 3]
  const busy = [...model.docs.keys()].filter(
    (at) => model.docs[at]!.kind === kind && model.docs[at]!.audit === 1 && model.docs[at]!.status !== 3,
  )
  return busy.length > 0 ? busy[(number >> 2) % busy.length]! : docAt(model, number)
}

function* actOf(of: Extract<Draft, { name: 'act' }>['of'], model: Model): Generator<Step> {
  const at = busyAt(model, of.pick)
  if (at === null) return
  const doc = model.docs[at]!
  const all = Object.entries(steps[doc.kind])
  const legal = all.filter(([, step]) => step.from(doc))
  const [action] = (of.legal && legal.length > 0 ? legal : all)[
    of.act % (of.legal && legal.length > 0 ? legal : all).length
  ]!
  const left = doc.plan - doc.actual
  const quantity = [null, left, 1000, Math.floor(left / 2000) * 1000, left + 1000, 0][of.quantity]!
  const inputs: Inputs = {
    ...((action === 'move' || (action === 'audit' && doc.kind === 'relocation')) && { quantity }),
    reason: of.reason,
    carrier: of.carrier,
    courier: of.courier,
    shipped: of.shipped === null ? null : model.book.now + of.shipped,
    seq: of.seq,
    ...(action === 'audit' && doc.kind === 'outbound' && { allowExpired: of.allowExpired }),
    ...(action === 'post' && { skip: of.allowExpired }),
  }
  yield { do: 'act', at, action, inputs, version: versionOf(doc, of.version) }
}

function* editOf(of: Extract<Draft, { name: 'edit' }>['of'], model: Model): Generator<Step> {
  const at = docAt(model, of.edit)
  if (at === null || model.docs[at]!.kind === 'stocktake') return
  const doc = model.docs[at]!
  const isMove = doc.kind === 'relocation'
  yield {
    do: 'edit',
    at,
    version: versionOf(doc, of.version),
    header: !isMove && of.parts % 2 === 0 ? { type: of.type, partner: of.partner } : null,
    lines: !isMove && of.parts > 0 ? sentLines(of.lines, doc.lines, doc.kind === 'outbound' ? model : null) : null,
    move: isMove ? { product: of.product, source: of.source, target: of.target, plan: of.plan } : null,
  }
}

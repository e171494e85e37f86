/** Remainder orders of the plain model: together with their source they never receive more than was planned. */
import { counted, unless, type Doc, type Line, type Model } from './state.ts'

/** Percent more than planned that may come in. */
export const tolerance = 10

/** Quantities by product. */
type Quantities = Map<number, number>

interface Cover {
  readonly quantities: Quantities
  readonly hasLive: boolean
}

function add(quantities: Quantities, product: number, quantity: number): void {
  quantities.set(product, (quantities.get(product) ?? 0) + quantity)
}

/**
 * What the remainder orders of a document stand for: the plan of open ones, what audited ones received. A deleted order
 * covers nothing, but an order for its own remainder does; the plan of an open one includes those.
 */
function coverOf(model: Model, at: number): Cover {
  const quantities: Quantities = new Map()
  let hasLive = false
  for (const [place, doc] of model.docs.entries()) {
    if (doc.remainderOf !== at) continue
    const isPlanned = !doc.isGone && doc.audit === 0
    if (!doc.isGone) for (const line of doc.lines) add(quantities, line.product, isPlanned ? line.plan : counted(line))
    const further = coverOf(model, place)
    hasLive ||= !doc.isGone || further.hasLive
    if (!isPlanned) for (const [product, quantity] of further.quantities) add(quantities, product, quantity)
  }
  return { quantities, hasLive }
}

export const hasRemainderOrder = (model: Model, at: number): boolean => coverOf(model, at).hasLive

/** The nearest order before this one that is not deleted, by its place. */
function sourceOf({ docs }: Model, doc: Doc): number | null {
  let at = doc.remainderOf
  while (at !== null && docs[at]!.isGone) at = docs[at]!.remainderOf
  return at
}

/** Products of which the remainder orders of a source cover more than is left for them. */
function excessOver(model: Model, at: number, percent: number): readonly number[] {
  const { quantities, hasLive } = coverOf(model, at)
  const { audit, lines } = model.docs[at]!
  if (!hasLive) return []
  const left: Quantities = new Map()
  for (const line of lines) {
    const missing = Math.max(0, line.plan - (audit === 0 ? 0 : counted(line)))
    add(left, line.product, missing + Math.floor((line.plan * percent) / 100))
  }
  return [...quantities]
    .filter(([product, quantity]) => quantity > (left.get(product) ?? 0))
    .map(([product]) => product)
}

/** For a remainder order that was saved or restored. */
export function refuseExcess(model: Model, doc: Doc): void {
  const source = sourceOf(model, doc)
  if (source !== null) unless(excessOver(model, source, 0).length === 0, 'invalid')
}

/** For an order that was just audited: as a source, and towards its own source. A note allows more. */
export function refuseExcessReceipt(model: Model, at: number): void {
  const doc = model.docs[at]!
  const isNoted = (line: Line): boolean => (line.remark ?? '').trim() !== ''
  for (const source of [at, sourceOf(model, doc)])
    for (const product of source === null ? [] : excessOver(model, source, tolerance)) {
      const received = doc.lines.filter((line) => line.product === product && counted(line) > 0)
      unless(received.length === 0 || received.some(isNoted), 'invalid')
    }
}

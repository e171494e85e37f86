/** The model of the warehouse at the beginning, and what each step makes of it. */
import { Refused, type Book, type Reason } from './book.ts'
import type { Move, Step } from './commands.ts'
import { setCounts, setScope } from './counting.ts'
import {
  becomeSale,
  beginEdit,
  blank,
  countsOpenLines,
  holdsStock,
  removeDoc,
  restoreDoc,
  setLines,
  setMove,
  setPartner,
  take,
  usesProduct,
  usesShelf,
  type Doc,
  type Model,
} from './documents.ts'
import { applyHold } from './holding.ts'
import { refuseExcess } from './remainders.ts'

type Goods = Readonly<Record<'price' | 'days' | 'safety' | 'unit', number>>

function newBook(now: number): Book {
  const goods = (name: string, numbers: Goods, home: number | null) => ({
    name,
    ...numbers,
    isOff: false,
    isGone: false,
    home,
  })
  return {
    now,
    holds: [],
    layers: [],
    rows: [],
    warehouses: [{ isOpen: true }, { isOpen: true }],
    areas: [0, 0, 1].map((warehouse) => ({ warehouse, isOpen: true })),
    shelves: [0, 0, 1, 2].map((area, at) => ({ name: `S${at}`, area, isOpen: true, isGone: false })),
    products: [
      goods('Bolt', { price: 125_000, days: 30, safety: 20_000, unit: 0 }, null),
      goods('Flour', { price: 0, days: 0, safety: 0, unit: 1 }, null),
      goods('Milk', { price: 3333, days: 2, safety: 0, unit: 0 }, 0),
    ],
  }
}

export const newModel = (now: number): Model => ({
  book: newBook(now),
  docs: [],
  lineKeys: 0,
  partners: { supplier: [false, false], customer: [false, false], carrier: [false, false] },
})

/** The model after the step, or the reason why nothing changes. */
export function judgeStep(before: Model, step: Step): { readonly model: Model; readonly outcome: Reason | 'ok' } {
  const model = structuredClone(before)
  try {
    applyStep(model, step)
    return { model, outcome: 'ok' }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { model: before, outcome: error.reason }
  }
}

function applyStep(model: Model, step: Step): void {
  const { book, docs } = model
  if (step.do === 'act') take(model, step.at, step.action, step.inputs, step.version)
  else if (step.do === 'remove') removeDoc(docs[step.at]!)
  else if (step.do === 'restore') restoreDoc(model, docs[step.at]!)
  else if (step.do === 'count') setCounts(model, docs[step.at]!, step.version, step.count)
  else if (step.do === 'add') {
    const doc = blank(step.kind)
    if (step.kind === 'stocktake') setScope(model, doc, step.move)
    else if (step.kind === 'relocation') setMove(model, doc, true, moveOf(step.move))
    else {
      setPartner(model, doc, step.type, step.partner)
      setLines(model, doc, step.lines)
    }
    docs.push(doc)
  } else if (step.do === 'edit') {
    const doc = docs[step.at]!
    beginEdit(doc, step.version)
    const type = doc.type
    if (step.header) setPartner(model, doc, step.header.type, step.header.partner)
    if (step.lines) {
      setLines(model, doc, step.lines)
      refuseExcess(model, doc)
    }
    if (doc.type !== type) becomeSale(model, doc)
    if (step.move) setMove(model, doc, false, moveOf(step.move))
    doc.version++
  } else if (step.do === 'hold') applyHold(book, step)
  else if (step.do === 'place') book[step.level][step.at]!.isOpen = step.isOpen
  else applyToMaster(model, step)
  if (step.do === 'place' && step.level === 'shelves' && book.shelves[step.at]!.isGone) throw new Refused('not_found')
}

const moveOf = ({ product: one, source, target, plan }: Move): Move => ({ product: one, source, target, plan })

function applyToMaster(model: Model, step: Extract<Step, { do: 'product' | 'shelf' | 'drop' }>): void {
  const { book, docs, partners } = model
  const refuse = (when: boolean, reason: Reason): void => {
    if (when) throw new Refused(reason)
  }
  if (step.do === 'product') {
    const one = book.products[step.at]!
    refuse(one.isGone, 'not_found')
    const value = {
      name: `${one.name.slice(0, 4)}${step.value}`,
      price: step.value * 1111,
      days: step.value,
      safety: step.value * 3000,
      isOff: step.value % 2 === 0,
      unit: step.value % 2,
    }
    refuse(
      step.change === 'unit' && value.unit !== one.unit && book.rows.some((row) => row.product === step.at),
      'invalid',
    )
    refuse(step.change === 'unit' && !countsOpenLines(model, step.at, value.unit), 'in_use')
    Object.assign(one, { [step.change]: value[step.change] })
  } else if (step.do === 'shelf') {
    const one = book.shelves[step.at]!
    refuse(one.isGone, 'not_found')
    if (step.change === 'name') one.name = `S${step.at}${step.value}`
    else {
      // Only areas 0 and 1 stand in the first warehouse, where the first three shelves are.
      refuse(step.at === 3 || (one.area !== step.value && holdsStock(model, step.at)), 'invalid')
      one.area = step.value
    }
  } else if (step.what === 'product' || step.what === 'shelf') {
    const one = step.what === 'product' ? book.products[step.at]! : book.shelves[step.at]!
    if (step.what === 'shelf') refuse(one.isGone, 'not_found')
    const isHeld = step.what === 'product' && book.holds.some((hold) => hold.product === step.at)
    refuse(isHeld || (step.what === 'product' ? usesProduct(model, step.at) : usesShelf(model, step.at)), 'in_use')
    refuse(one.isGone, 'not_found')
    one.isGone = true
  } else {
    const isOpenBusiness = (doc: Doc): boolean =>
      !doc.isGone &&
      doc.partner === step.at &&
      doc.audit === 0 &&
      { supplier: 'warehousing', customer: 'outbound', carrier: '' }[step.what as 'supplier'] === doc.kind
    refuse(docs.some(isOpenBusiness), 'in_use')
    refuse(partners[step.what][step.at]!, 'not_found')
    partners[step.what][step.at] = true
  }
}

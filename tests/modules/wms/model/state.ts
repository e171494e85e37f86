/** What the documents of the plain model are made of. */
import { Refused, type Book, type Entry, type Reason } from './book.ts'

export interface Line {
  /** Counts up in the order in which lines are made. */
  readonly key: number
  product: number
  shelf: number | null
  plan: number
  actual: number | null
  price: number
  remark: string | null
  /**
   * Of a stocktake: the last row of the ledger there when the book figure was written down, -1 = none; absent in other
   * documents.
   */
  last?: number
  isFound?: boolean
}

export const counted = ({ actual, plan }: Pick<Line, 'actual' | 'plan'>): number => actual ?? plan

/** A line as it is sent: `keep` names a line that stands already, by its place. */
export interface SentLine {
  readonly keep: number | null
  readonly product: number
  readonly shelf: number | null
  readonly plan: number
  readonly actual: number | null
  readonly price: number | null
  readonly remark: string | null
}

export type Kind = 'warehousing' | 'outbound' | 'relocation' | 'stocktake'

export interface Doc {
  readonly kind: Kind
  type: number
  /** Place of the supplier or customer. */
  partner: number | null
  isGone: boolean
  version: number
  audit: number
  ship: number
  status: number
  lines: Line[]
  readonly remainderOf: number | null
  product: number
  source: number
  target: number
  plan: number
  actual: number
  audited: number
  shipped: number | null
  courier: string | null
}

export interface Model {
  readonly book: Book
  readonly docs: Doc[]
  readonly partners: Record<'supplier' | 'customer' | 'carrier', boolean[]>
  lineKeys: number
}

export interface Inputs {
  readonly quantity?: number | null
  readonly reason?: string
  readonly courier?: string
  readonly carrier?: number
  readonly shipped?: number | null
  readonly seq?: number
  readonly allowExpired?: boolean
  readonly skip?: boolean
}

const refuse = (reason: Reason): never => {
  throw new Refused(reason)
}
export const unless = (holds: boolean, reason: Reason): void => {
  if (!holds) refuse(reason)
}
export const hasReason = ({ reason }: Inputs): boolean => (reason ?? '') !== ''

export function blank(kind: Kind): Doc {
  return {
    kind,
    type: 10,
    partner: null,
    isGone: false,
    version: 1,
    audit: 0,
    ship: 0,
    status: 0,
    lines: [],
    remainderOf: null,
    product: 0,
    source: 0,
    target: 0,
    plan: 0,
    actual: 0,
    audited: 0,
    shipped: null,
    courier: null,
  }
}

export type Action = (model: Model, doc: Doc, inputs: Inputs, at: number) => void
export interface Step {
  readonly from: (doc: Doc) => boolean
  readonly sent?: (inputs: Inputs) => boolean
  readonly act: Action
}

/** Rows of the document nobody took back yet, mirrored. */
export function mirror({ book }: Model, at: number, seq: number | null): Entry[] {
  const undone = new Set(book.rows.map(({ undoes }) => undoes))
  return book.rows.flatMap((row, place) =>
    row.doc !== at || row.undoes !== null || undone.has(place) || (seq !== null && row.seq !== seq)
      ? []
      : [{ ...row, quantity: -row.quantity, undoes: place }],
  )
}

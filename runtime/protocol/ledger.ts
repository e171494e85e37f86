/**
 * Ledgers and postings: an append-only table whose rows change balances, and what a document posts to it. Values are
 * column values: decimals are scaled integers.
 */
import type { RuleModel } from './rules/rule.ts'

/** A value of a ledger column. */
export type LedgerValue = string | number | null

/** Over references to a value: `product_id` → its record → `unit_id` → its record → `name`. */
export interface PathModel {
  /** Each step reads the record of `table` whose id is in `column` of the record before it. */
  readonly steps: readonly { readonly column: string; readonly table: string }[]
  /** Column of the last record. */
  readonly column: string
}

/** Columns of the ledger that identify the document behind a row; null = the ledger has no such column. */
export interface LedgerDocumentModel {
  /** Which entity the document is of. */
  readonly kind: string
  readonly id: string
  /** Number of the document that people use. */
  readonly no: string | null
  /** Id of the line, 0 for the document itself. */
  readonly line: string | null
  /** Counts the postings of a document from 1; a reversal is one, too. */
  readonly seq: string | null
  /** Which of several rows of one line. */
  readonly leg: string | null
}

/** Sums that the ledger maintains in another table. Nothing else writes them. */
export interface BalanceModel {
  /** Entity, for example `wms/stock`. */
  readonly entity: string
  readonly table: string
  /** Its columns that find the row, in the order in which rows are locked, each with the ledger's column. */
  readonly key: readonly { readonly column: string; readonly from: string }[]
  readonly field: string
  /** The balance never falls below: a stored number, or a column of the same row. Null = no floor. */
  readonly floor: LedgerValue
  /** The row is created by the first posting. False where the key is the id: then the row has to exist. */
  readonly creates: boolean
  /** Column that receives the id of the last ledger row, or null. */
  readonly last: string | null
  /** How the list of the ledger adds: an action of the record with the balance, and the page of its table. */
  readonly action?: { readonly page: string; readonly name: string }
}

/**
 * Scales of the ledger's numbers, and the column of a row's amount: price × measure, half rounded up, signed like the
 * measure.
 */
export interface AmountModel {
  readonly price: string
  readonly total: string
  /** total = price × measure / 10^digits; negative digits multiply. */
  readonly digits: number
}

/**
 * A text written down at posting time, so that a later rename does not rewrite history: the paths' values joined with
 * `/`.
 */
export interface SnapshotModel {
  readonly column: string
  readonly paths: readonly PathModel[]
}

export interface LedgerModel {
  readonly document: LedgerDocumentModel
  /** Column of the kind of movement, or null. */
  readonly kind: string | null
  readonly dimensions: readonly string[]
  /** The signed number that is summed. */
  readonly measure: string
  /** First balance before and after the row. */
  readonly before: string
  readonly after: string
  /** Column with the id of the row this one undoes; null = nothing can be undone. */
  readonly reversal: string | null
  readonly amount: AmountModel | null
  /** The first one is keyed by all dimensions; `before` and `after` refer to it. */
  readonly balances: readonly BalanceModel[]
  readonly snapshots: readonly SnapshotModel[]
}

/** Where a value of an entry comes from. */
export interface SourceModel {
  readonly of: 'line' | 'document' | 'input'
  readonly field: string
  /** The field is a reference and the value is read from the record it refers to. */
  readonly path: PathModel | null
}

export interface EntryModel {
  readonly leg: LedgerValue
  readonly sign: 1 | -1
  /** By ledger column; the first source that is not NULL counts. A measure of NULL or 0 posts nothing. */
  readonly values: Readonly<Record<string, readonly SourceModel[]>>
}

/** The kind of a posting's rows: one for all, or by the value of a field of the document. */
export type PostingKind =
  | { readonly value: LedgerValue }
  | { readonly by: string; readonly map: Readonly<Record<string, LedgerValue>> }

/** The posting of one action of a document. */
export interface PostingModel {
  /** Ledger entity. */
  readonly ledger: string
  /** Field of the document that contains the lines; null = the document itself is posted. */
  readonly each: string | null
  /** Lines (or the document) of which it is not true post nothing. */
  readonly when: RuleModel | null
  readonly kind: PostingKind
  /** Value of the ledger's column for the kind of document. */
  readonly document: LedgerValue
  /** Field of the document with its number, or null. */
  readonly number: string | null
  /** The entries of one line add up to nothing. */
  readonly balanced: boolean
  readonly entries: readonly EntryModel[]
}

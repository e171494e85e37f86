/** A posting to a ledger, and its result. */
import type { LedgerValue, TableModel } from '../../protocol/index.ts'
import type { Row } from '../db/tables.ts'
import type { AnyEntity, EntityTypes, SomeColumns, StoredRow } from './entity-types.ts'

/** Which document posts. */
export interface PostingDocument<Kind extends LedgerValue = LedgerValue> {
  /** Value of the ledger's column for the kind of document. */
  readonly kind: Kind
  readonly id: LedgerValue
  /** Its number as people know it. */
  readonly no: LedgerValue
}

/** One row to be: what the document says of it. Balances, chain, amount, snapshots, time and actor are filled in. */
export interface Entry<Ledger extends EntityTypes = AnyEntity> {
  /** Id of the line, 0 for the document itself. */
  readonly line: number
  readonly leg: LedgerValue
  /** By ledger column: kind, dimensions, signed measure, price and the like, as columns hold them. */
  readonly values: Readonly<SomeColumns<Ledger['columns']>>
}

/** One posting event on its way; `posting_seq` is counted when it is written. */
export interface Posting<Ledger extends EntityTypes = AnyEntity> {
  readonly ledger: TableModel
  readonly document: PostingDocument<Ledger['documents']>
  readonly entries: readonly Entry<Ledger>[]
  /** The inputs of the action, as columns hold them. */
  readonly input: Readonly<Row>
  /** The rows that are undone, each named by its entry in the column for reversals; null = nothing is undone. */
  readonly undoes: readonly Readonly<StoredRow<Ledger>>[] | null
}

/** The rows that were written. */
export interface Posted<Ledger extends EntityTypes = AnyEntity> {
  /**
   * Number of this event among the postings of the document; null when nothing was written, or the ledger does not
   * count.
   */
  readonly seq: number | null
  /** Ledger rows as stored, in the order of the entries. */
  readonly rows: readonly Readonly<StoredRow<Ledger>>[]
}

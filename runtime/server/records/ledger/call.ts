/** The caller and the record of a posting. */
import type { BalanceModel, LedgerModel, TableModel } from '../../../protocol/index.ts'
import type { Row, Transaction } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'

/** Where a posting runs. */
export interface LedgerCall {
  readonly scope: Scope
  /** The transaction of the whole action: an error rolls all of it back. */
  readonly trx: Transaction
  /** Unix seconds; the server's clock unless given. */
  readonly clock?: () => number
}

/** A balance that a ledger keeps. */
export interface LedgerBalance {
  readonly table: TableModel
  readonly ledger: LedgerModel
  readonly balance: BalanceModel
}

/** An action on a document; an `EffectCall` is one. */
export interface PostingCall extends LedgerCall {
  /** The document's table. */
  readonly model: TableModel
  /** The document as stored, locked by this transaction. */
  readonly row: Row
  /** Stored lines of one of its fields. */
  readonly lines: (field: string) => Promise<readonly Row[]>
  /** The inputs of the action, as columns store them. */
  readonly input?: Readonly<Row>
}

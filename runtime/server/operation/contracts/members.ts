/** Modules register about members: lines for administrators, and what happens to their data at the end. */
import type { Transaction } from '../../db/tables.ts'

/** A call of a contract inside a transaction. `Scope` is a parameter here, since each scope has the contracts. */
export interface ContractCall<Scope> {
  readonly scope: Scope
  readonly trx: Transaction
}

/** A line about a member, for example “Orders: 3”. */
export interface MemberCardLine {
  /** In the language of the scope. */
  readonly label: string
  readonly value: string
  /** Where a click leads, for example `/admin/shop/order?…`; absent = nowhere. */
  readonly path?: string
}

/** How many lines a module shows about a member. */
export const maxCardLines = 5

/** Lines about a member that one module shows to administrators. */
export interface MemberCard<Scope> {
  /**
   * The rights of which the viewer needs one, for example `shop/order/index`: without any, the card is not asked for.
   */
  readonly nodes: readonly string[]
  /** Up to five lines, with what the viewer of the scope may see; further ones are left out. */
  lines(scope: Scope, memberId: number): Promise<readonly MemberCardLine[]>
}

/** The consequences of deleting a member for the data of one module, in the language of the scope. */
export interface ErasureConsequences {
  /** One sentence for each kind of record: what is deleted, kept, or kept without the name. */
  readonly lines: readonly string[]
  /** Why the member cannot be deleted now, and what to do first; empty = nothing speaks against it. */
  readonly refusals: readonly string[]
}

/** Rows of a member in an export. Values are JSON, as forms show them; no secrets. */
export interface MemberDataTable {
  /** Entity, for example `shop/order`; the name of its part in the file. */
  readonly name: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Rows of members that are locked before a deletion begins. */
interface ErasureLock<Scope> {
  /** Its place in the order of locks decides when `lock` runs. */
  readonly entity: string
  /** Locks the rows of these members. */
  lock(call: ContractCall<Scope>, memberIds: readonly number[]): Promise<void>
}

/** Deletes and exports the data that one module has of a member; each module registers one. */
export interface MemberErasure<Scope> {
  /** Says what `erase` would do. Reads only. */
  describe(scope: Scope, memberId: number): Promise<ErasureConsequences>
  /** All that the module has of the member. Reads only. */
  export(scope: Scope, memberId: number): Promise<readonly MemberDataTable[]>
  /**
   * The tables whose rows `erase` changes, each with what locks them. All rows of all modules are locked in the one
   * order before anything is changed.
   */
  readonly locks?: readonly ErasureLock<Scope>[]
  /**
   * Deletes the data, or takes away what identifies the member. Runs in the transaction that deletes the member, who is
   * locked FOR UPDATE, and may run again.
   * @throws an OperationError for every reason that `describe` would name now
   */
  erase(call: ContractCall<Scope>, memberId: number): Promise<void>
}

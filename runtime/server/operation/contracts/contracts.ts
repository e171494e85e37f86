/**
 * Contracts between modules: what one module supplies and others use, without either importing the other. `Scope` is a
 * parameter of them all, since each scope has the contracts.
 */
import type { MemberCard, MemberErasure } from './members.ts'
import type { Lessons } from './lessons.ts'
import type { MemberNotices } from './member-notices.ts'
import type { PayProject, Payments } from './payments.ts'
import type { QuestionBank } from './question-bank.ts'
import type { StockHolder, StockHolds } from './stock-holds.ts'
import type { Wallet } from './wallet.ts'
import type { WordFilter } from './word-filter.ts'

/** Contracts that at most one module supplies; absent = no module does, and what needs it is hidden. */
export interface SuppliedContracts<Scope> {
  readonly wallet?: Wallet<Scope>
  readonly memberNotices?: MemberNotices<Scope>
  readonly payments?: Payments<Scope>
  readonly stockHolds?: StockHolds<Scope>
  readonly questionBank?: QuestionBank<Scope>
  readonly lessons?: Lessons<Scope>
  /** Absent only where code makes a scope of its own. */
  readonly wordFilter?: WordFilter
}

/** Parts that every module may register, in the order of the modules. */
export interface RegisteredContracts<Scope> {
  readonly payProjects?: readonly PayProject<Scope>[]
  readonly stockHolders?: readonly StockHolder<Scope>[]
  readonly memberCards?: readonly MemberCard<Scope>[]
  readonly memberErasure?: readonly MemberErasure<Scope>[]
}

export interface Contracts<Scope> extends SuppliedContracts<Scope>, RegisteredContracts<Scope> {}

/** The contracts between modules, bound to the scope that has them. */
import type * as lessons from './contracts/lessons.ts'
import type * as notices from './contracts/member-notices.ts'
import type * as members from './contracts/members.ts'
import type * as payments from './contracts/payments.ts'
import type * as questions from './contracts/question-bank.ts'
import type * as stock from './contracts/stock-holds.ts'
import type * as wallet from './contracts/wallet.ts'
import type { Scope } from './scope.ts'

export type ContractCall = members.ContractCall<Scope>
export type ErasureConsequences = members.ErasureConsequences
export type Lessons = lessons.Lessons<Scope>
export type MemberCard = members.MemberCard<Scope>
export type MemberErasure = members.MemberErasure<Scope>
export type MemberNotices = notices.MemberNotices<Scope>
export type PayProject = payments.PayProject<Scope>
export type Payments = payments.Payments<Scope>
export type QuestionBank = questions.QuestionBank<Scope>
export type StockHolder = stock.StockHolder<Scope>
export type StockHolds = stock.StockHolds<Scope>
export type Wallet = wallet.Wallet<Scope>

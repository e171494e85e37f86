/** Who signs in: the administrators, and beside them the accounts that a module supplies, the members. */
import type { Reading, Transaction } from '../../db/tables.ts'
import type { SystemRow } from './system-tables.ts'

export type AccountKind = 'admin' | 'user'

/** An account, whoever supplies it. */
export interface Owner {
  readonly kind: AccountKind
  readonly id: number
}

/** The column of tokens and sessions that refers to an account. */
export const ownerColumns = { admin: 'admin_id', user: 'user_id' } as const

/** The accounts of members; at most one module supplies them. */
export interface MemberAccounts {
  /** True when the account exists and may use the site. Called with every request of a member. */
  isActive(query: Reading, id: number): Promise<boolean>
  /** Locks the account FOR NO KEY UPDATE, so that no session of it starts or renews meanwhile. As `isActive`. */
  lock(trx: Transaction, id: number): Promise<boolean>
  /** Where messages reach the member: modules find by it what they have sent. Null = there is no such member. */
  contact?(query: Reading, id: number): Promise<MemberContact | null>
}

export interface MemberContact {
  readonly email: string | null
  readonly mobile: string | null
}

/** Whose token it is. */
export const kindOf = (type: SystemRow<'token'>['type']): AccountKind => (type.startsWith('user') ? 'user' : 'admin')

/** The member of a request. */
export interface Member {
  readonly id: number
  readonly sessionId: number | null
}

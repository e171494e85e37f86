/** Tells members in the member area what happened. The module `member` supplies it. */
import type { Text } from '../../../protocol/index.ts'
import type { ContractCall } from './members.ts'

export interface NewMemberNotice {
  readonly userId: number
  /** Its subject, beginning with the name of the module: `cms/text`. At most 32 characters. */
  readonly kind: string
  /** Longer texts are cut. */
  readonly title: Text
  readonly content: Text
  /** The page that it opens, a path within the site: `/user/cms/texts`; absent = none. */
  readonly path?: string
}

export interface MemberNotices<Scope> {
  /**
   * The entity whose row the caller has locked, at least as a reference: notices are added when something else was
   * changed, which mostly comes after members in the order of locks.
   */
  readonly locks: string
  /** Adds a notice in the transaction of what it tells. One to a member who was deleted is left out. */
  add(call: ContractCall<Scope>, notice: NewMemberNotice): Promise<void>
}

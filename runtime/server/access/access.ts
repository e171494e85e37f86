/** Decides whether an admin may use a right. Every route with a permission node uses it, and no other code decides. */
import type { Actor } from './actor.ts'
import { matchesRequest, type RequestValues } from './conditional.ts'

export interface Access {
  /**
   * @param asked the values of the request, for rules that apply to some requests only; absent = those rules do not
   * apply
   */
  can(actor: Actor, node: string, asked?: RequestValues): boolean
}

/** An admin has the rights of the groups the account belongs to; `super` has all. Nodes compare without case. */
export const grantedAccess: Access = {
  can(actor, node, asked) {
    if (actor.super) return true
    const name = node.toLowerCase()
    return (
      actor.nodes.has(name) ||
      (asked !== undefined && (actor.conditional ?? []).some((one) => one.node === name && matchesRequest(one, asked)))
    )
  },
}

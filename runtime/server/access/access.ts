/** May this admin do that? Every route with a node asks here, and nowhere else is decided. */
import type { Actor } from './actor.ts'
import { matchesRequest, type RequestValues } from './conditional.ts'

export interface Access {
  /** @param asked what the request says, for rules that count for some requests only; absent = they do not count */
  can(actor: Actor, node: string, asked?: RequestValues): boolean
}

/** An admin may do what his groups hold; `super` may do all. Nodes compare without case. */
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

/** May this admin do that? Every route with a node asks here, and nowhere else is decided. */
import type { Actor } from './actor.ts'

export interface Access {
  can(actor: Actor, node: string): boolean
}

/** An admin may do what his groups hold; `super` may do all. Nodes compare without case. */
export const heldRights: Access = { can: (actor, node) => actor.super || actor.nodes.has(node.toLowerCase()) }

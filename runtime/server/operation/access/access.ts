/** Decides whether an admin may use a right. Every route with a permission node uses it, and no other code decides. */
import type { Actor } from './actor.ts'

export interface Access {
  can(actor: Actor, node: string): boolean
}

/** An admin has the rights of the groups the account belongs to; `super` has all. Nodes compare without case. */
export const grantedAccess: Access = {
  can: (actor, node) => actor.super || actor.nodes.has(node.toLowerCase()),
}

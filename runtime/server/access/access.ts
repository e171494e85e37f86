/** May this admin do that? Every route with a node asks here, and nowhere else is decided. */

export interface Actor {
  readonly id: number
  readonly super: boolean
}

export interface Access {
  can(actor: Actor, node: string): boolean
}

/** Until groups and rules exist, every active admin may do everything. */
export const everyAdmin: Access = { can: () => true }

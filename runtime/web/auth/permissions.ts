/** Which nodes the signed-in admin holds, as the menu of `Index/index` names them. The server checks again; this only decides what is shown. */
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import type { MenuNode } from '../../protocol/index.ts'
import { session } from './session.ts'

/** Asks for a node: `can('wms/product', 'add')`. The page may also be a route path (`/admin/wms/product`). */
export type Can = (page: string, action: string) => boolean

/** What one may do now, for code outside components. */
export const can: Can = (page, action) => holds(session.menus, page, action)

/** `can` for components: follows a change of rights. */
export function useCan(): Can {
  const { menus } = useSnapshot(session)
  return useCallback((page, action) => holds(menus as readonly MenuNode[] | null, page, action), [menus])
}

/** Names of all nodes below, in lower case; made once for each menu. */
export function heldNodes(menus: readonly MenuNode[] | null): ReadonlySet<string> {
  if (menus === null) return none
  const known = made.get(menus)
  if (known) return known
  const nodes = new Set(namesOf(menus))
  made.set(menus, nodes)
  return nodes
}

const none: ReadonlySet<string> = new Set()
const made = new WeakMap<readonly MenuNode[], ReadonlySet<string>>()

function holds(menus: readonly MenuNode[] | null, page: string, action: string): boolean {
  return heldNodes(menus).has(`${page.replace(/^\/admin\//i, '')}/${action}`.toLowerCase())
}

function namesOf(nodes: readonly MenuNode[]): readonly string[] {
  return nodes.flatMap((node) => [node.name.toLowerCase(), ...namesOf(node.children ?? [])])
}

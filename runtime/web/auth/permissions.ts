/** Which nodes the signed-in admin holds, as the menu of `Index/index` names them. The server checks again; this only decides what is shown. */
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import type { MenuNode } from '../../protocol/index.ts'
import { session } from './session.ts'

/** Asks for a node: `can('wms/product', 'add')`. The page may also be a route path (`/admin/wms/product`). */
export type Can = (page: string, action: string) => boolean

/** What one may do now, for code outside components. */
export const can: Can = (page, action) => isGranted(session.menus, page, action)

/** `can` for components: follows a change of rights. */
export function useCan(): Can {
  const { menus } = useSnapshot(session)
  return useCallback((page, action) => isGranted(menus as readonly MenuNode[] | null, page, action), [menus])
}

/** Names of all nodes below, in lower case; made once for each menu. */
export function grantedNodes(menus: readonly MenuNode[] | null): ReadonlySet<string> {
  if (menus === null) return noNodes
  const known = nodesByMenus.get(menus)
  if (known) return known
  const nodes = new Set(namesOf(menus))
  nodesByMenus.set(menus, nodes)
  return nodes
}

const noNodes: ReadonlySet<string> = new Set()
const nodesByMenus = new WeakMap<readonly MenuNode[], ReadonlySet<string>>()

function isGranted(menus: readonly MenuNode[] | null, page: string, action: string): boolean {
  return grantedNodes(menus).has(`${page.replace(/^\/admin\//i, '')}/${action}`.toLowerCase())
}

function namesOf(nodes: readonly MenuNode[]): readonly string[] {
  return nodes.flatMap((node) => [node.name.toLowerCase(), ...namesOf(node.children ?? [])])
}

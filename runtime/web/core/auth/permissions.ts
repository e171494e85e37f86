/**
 * The permissions of the signed-in admin, as the menu of `Index/index` lists them. They only decide what is shown: the
 * server checks every call.
 */
import { useCallback } from 'react'
import { useSnapshot } from 'valtio'
import type { MenuNode } from '../../../protocol/index.ts'
import { session } from './session.ts'

/** Asks for a node: `can('wms/product', 'add')`. The page may also be a route path (`/admin/wms/product`). */
export type Can = (page: string, action: string) => boolean

/** Whether the admin has a permission now, for code outside components. */
export const can: Can = (page, action) => isGranted(session.menus, page, action)

/** `can` for components: renders again when the permissions change. */
export function useCan(): Can {
  const { menus } = useSnapshot(session)
  return useCallback((page, action) => isGranted(menus as readonly MenuNode[] | null, page, action), [menus])
}

/** Names of all nodes of the menu, in lower case; computed once per menu. */
export function grantedNodes(menus: readonly MenuNode[] | null): ReadonlySet<string> {
  if (menus === null) return noNodes
  const cachedNodes = nodesByMenus.get(menus)
  if (cachedNodes) return cachedNodes
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

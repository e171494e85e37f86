/** What the signed-in admin may do with a table: its actions, as far as the menu names their nodes. */
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { nodeOf, type ActionName, type MenuNode, type TableModel } from '../../protocol/index.ts'
import { grantedNodes } from '../auth/permissions.ts'
import { session } from '../auth/session.ts'

/** The actions of the table this admin holds the node of. */
export function usePermissions(model: TableModel): ReadonlySet<ActionName> {
  const { menus } = useSnapshot(session)
  return useMemo(() => permittedActions(model, menus as readonly MenuNode[] | null), [model, menus])
}

/** Nodes of the table's actions, those of its machine among them, this admin does not hold. */
export function useMissingPermissions(model: TableModel): readonly string[] {
  const { menus } = useSnapshot(session)
  return useMemo(() => {
    const granted = grantedNodes(menus as readonly MenuNode[] | null)
    const names = [...model.actions, ...(model.machine?.actions ?? []).map(({ name }) => name)]
    return names.map((name) => nodeOf(model, name)).filter((node) => !granted.has(node.toLowerCase()))
  }, [model, menus])
}

/** Records with actions are opened to act on them, and to be looked at. */
export const canOpen = ({ machine }: TableModel, permissions: ReadonlySet<ActionName>): boolean =>
  permissions.has('edit') || machine !== undefined

/** Nodes compare without case. */
function permittedActions(model: TableModel, menus: readonly MenuNode[] | null): ReadonlySet<ActionName> {
  const names = grantedNodes(menus)
  return new Set(model.actions.filter((action) => names.has(nodeOf(model, action).toLowerCase())))
}

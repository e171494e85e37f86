/** What the signed-in admin may do with a table: its actions, as far as the menu names their nodes. */
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { nodeOf, type ActionName, type MenuNode, type TableModel } from '../../../protocol/index.ts'
import { grantedNodes, useCan } from '../../core/auth/permissions.ts'
import { session } from '../../core/auth/session.ts'

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
    const added = (model.ledger?.balances ?? []).flatMap(({ action }) => action ?? [])
    const nodes = [...names.map((name) => nodeOf(model, name)), ...added.map(({ page, name }) => `${page}/${name}`)]
    return nodes.filter((node) => !granted.has(node.toLowerCase()))
  }, [model, menus])
}

/** Records with actions are opened to act on them, and to be looked at. */
export const canOpen = ({ machine }: TableModel, permissions: ReadonlySet<ActionName>): boolean =>
  permissions.has('edit') || machine !== undefined

export interface EntryAction {
  readonly page: string
  readonly name: string
  /** The ledger's reference to the record that the action is carried out on. */
  readonly field: string
}

/** The action that adds to a ledger, for those who may carry it out and see the records to choose from. */
export function useEntryAction({ ledger }: TableModel): EntryAction | null {
  const can = useCan()
  const balance = ledger?.balances.find(({ action }) => action !== undefined)
  const [key] = balance?.key ?? []
  if (!balance?.action || !key) return null
  const { page, name } = balance.action
  return can(page, name) && can(page, 'index') ? { page, name, field: key.from } : null
}

/** Nodes compare without case. */
function permittedActions(model: TableModel, menus: readonly MenuNode[] | null): ReadonlySet<ActionName> {
  const names = grantedNodes(menus)
  return new Set(model.actions.filter((action) => names.has(nodeOf(model, action).toLowerCase())))
}

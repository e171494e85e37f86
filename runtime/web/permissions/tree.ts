/**
 * Permissions as a tree with checkboxes. The selection is stored as the lowest checked ids; the ids above follow from
 * them and are sent as well, because a permission does not count unless its folder is granted. Pure.
 */
import type { MenuNode } from '../../protocol/index.ts'

export type Tick = 'on' | 'off' | 'part'

/** "All permissions", including those added later. */
export const everything = '*'

export const isEverything = (value: unknown): boolean => Array.isArray(value) && value.some((id) => id === everything)

/** The ids of a field's value without those above others. */
export function lowestOf(nodes: readonly MenuNode[], value: unknown): ReadonlySet<number> {
  const ids = new Set(Array.isArray(value) ? value.map(Number).filter((id) => id > 0) : [])
  const lowest = new Set(ids)
  walk(nodes, [], (node, above) => {
    if (ids.has(node.id)) for (const parent of above) lowest.delete(parent.id)
  })
  return lowest
}

export function tickOf(node: MenuNode, lowest: ReadonlySet<number>): Tick {
  const ends = endsOf(node)
  const checked = ends.filter((id) => lowest.has(id)).length
  if (checked === ends.length) return 'on'
  return checked > 0 || holdsAny(node, lowest) ? 'part' : 'off'
}

/** The lowest ids after a node was checked or unchecked with everything below it. */
export function toggled(node: MenuNode, lowest: ReadonlySet<number>, isOn: boolean): ReadonlySet<number> {
  const next = new Set(lowest)
  for (const id of idsOf(node)) next.delete(id)
  if (isOn) for (const id of endsOf(node)) next.add(id)
  return next
}

/** The value to send: the lowest ids and all above them. Ids this tree does not contain are kept. */
export function withAbove(nodes: readonly MenuNode[], lowest: ReadonlySet<number>): readonly number[] {
  const sent = new Set(lowest)
  walk(nodes, [], (node, above) => {
    if (lowest.has(node.id)) for (const parent of above) sent.add(parent.id)
  })
  return [...sent].sort((one, other) => one - other)
}

export function isSameSet(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}

const holdsAny = (node: MenuNode, lowest: ReadonlySet<number>): boolean => idsOf(node).some((id) => lowest.has(id))

function endsOf(node: MenuNode): readonly number[] {
  const children = node.children ?? []
  return children.length === 0 ? [node.id] : children.flatMap(endsOf)
}

function idsOf(node: MenuNode): readonly number[] {
  return [node.id, ...(node.children ?? []).flatMap(idsOf)]
}

function walk(
  nodes: readonly MenuNode[],
  above: readonly MenuNode[],
  visit: (node: MenuNode, above: readonly MenuNode[]) => void,
): void {
  for (const node of nodes) {
    visit(node, above)
    walk(node.children ?? [], [...above, node], visit)
  }
}

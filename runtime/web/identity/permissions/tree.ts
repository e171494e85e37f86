/**
 * Permissions as a tree with checkboxes. The selection is stored as the lowest checked ids; the ids above follow from
 * them and are sent as well, because a permission does not count unless its folder is granted. Pure.
 */
import type { MenuNode } from '../../../protocol/index.ts'

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
  const ids = new Set(lowest)
  walk(nodes, [], (node, above) => {
    if (lowest.has(node.id)) for (const parent of above) ids.add(parent.id)
  })
  return [...ids].sort((left, right) => left - right)
}

export function isSameSet(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  return left.size === right.size && [...left].every((id) => right.has(id))
}

/** The nodes whose title contains the text, with all above them and all below them; the whole tree for no text. */
export function matching(nodes: readonly MenuNode[], text: string): readonly MenuNode[] {
  const part = text.trim().toLowerCase()
  if (part === '') return nodes
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(part)) return [node]
    const children = matching(node.children ?? [], text)
    return children.length > 0 ? [{ ...node, children: [...children] }] : []
  })
}

/** The lowest ids of the nodes with these names, in any case; what the tree does not contain is left out. */
export function idsNamed(nodes: readonly MenuNode[], names: readonly string[]): ReadonlySet<number> {
  const lowerNames = new Set(names.map((name) => name.toLowerCase()))
  const ids: number[] = []
  walk(nodes, [], (node) => {
    if (lowerNames.has(node.name.toLowerCase())) ids.push(node.id)
  })
  return lowestOf(nodes, ids)
}

/** Rights by the right that needs them; names in lower case. */
export type NeededRights = Readonly<Record<string, readonly string[]>>

/** A right that others need. */
export interface MissingRight {
  readonly node: MenuNode
  /** Title of the page that it belongs to; absent for a right without one. */
  readonly page: string | undefined
}

/** What the selected rights need, and what that needs in turn, as far as the selection lacks it; in tree order. */
export function missingRights(
  nodes: readonly MenuNode[],
  lowest: ReadonlySet<number>,
  needs: NeededRights,
): readonly MissingRight[] {
  const needed = new Set<string>()
  const addNeedsOf = (right: string): void => {
    for (const name of needs[right] ?? [])
      if (!needed.has(name)) {
        needed.add(name)
        addNeedsOf(name)
      }
  }
  walk(nodes, [], (node) => {
    if (lowest.has(node.id)) addNeedsOf(node.name.toLowerCase())
  })
  const missing: MissingRight[] = []
  walk(nodes, [], (node, above) => {
    if (needed.has(node.name.toLowerCase()) && !lowest.has(node.id)) missing.push({ node, page: above.at(-1)?.title })
  })
  return missing
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

/** Turns the menu nodes of the server into the visible entries. Pure. */
import type { MenuNode } from '../../../protocol/index.ts'

export interface MenuEntry {
  readonly key: string
  readonly title: string
  readonly icon: string
  /** `/admin/wms/product`; null for folders and entries that leave the application. */
  readonly path: string | null
  /** Address of an external entry. */
  readonly url: string | null
  /** The type of an entry that this version does not know; absent = it is known. */
  readonly unknownType?: string
  readonly children: readonly MenuEntry[]
}

/**
 * Leaves out what is never shown: buttons, permissions without an entry, empty folders, links without a safe address.
 */
export function buildMenu(nodes: readonly MenuNode[]): readonly MenuEntry[] {
  return nodes.map(entryOf).filter((entry) => entry !== null)
}

/** A page that everybody has comes first, unless an administrator has given it another place in the menu. */
export function withHome(
  entries: readonly MenuEntry[],
  page: (Pick<MenuEntry, 'title' | 'icon'> & { readonly path: string }) | undefined,
): readonly MenuEntry[] {
  if (!page || trailOf(entries, page.path).length > 0) return entries
  const { path, title, icon } = page
  return [{ key: path, title, icon, path, url: null, children: [] }, ...entries]
}

/** The path of a node's page in this application; null when it has none. */
export function pathOfNode({ type, menu_type, path, name, url }: MenuNode): string | null {
  if (type !== 'menu') return null
  if (menu_type === 'tab') return `/admin/${path || name}`
  return menu_type === 'iframe' && isWebAddress(url) ? `/admin/iframe/${encodeURIComponent(url)}` : null
}

function entryOf(node: MenuNode): MenuEntry | null {
  if (node.type === 'button' || node.extend === 'add_rules_only') return null
  const plain = { key: node.name, title: node.title, icon: node.icon, path: null, url: null, children: [] }
  if (node.type === 'menu_dir') {
    const children = buildMenu(node.children ?? [])
    return children.length > 0 ? { ...plain, children } : null
  }
  if (node.menu_type === 'link') return isWebAddress(node.url) ? { ...plain, url: node.url } : null
  const path = pathOfNode(node)
  if (path !== null) return { ...plain, path }
  const unknownType = unknownTypeOf(node)
  return unknownType === null ? null : { ...plain, unknownType }
}

/** A type that a later server or the database has; null for the types of this version. */
function unknownTypeOf({ type, menu_type: opens }: { readonly type: string; readonly menu_type: string | null }) {
  if (type !== 'menu') return type
  return opens === null || ['tab', 'link', 'iframe'].includes(opens) ? null : opens
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

/** The entries whose title contains the text, with their parent folders; a matching folder keeps all its entries. */
export function filterMenu(entries: readonly MenuEntry[], text: string): readonly MenuEntry[] {
  const pattern = text.trim().toLowerCase()
  if (pattern === '') return entries
  return entries.flatMap((entry) => {
    if (entry.title.toLowerCase().includes(pattern)) return [entry]
    const children = filterMenu(entry.children, pattern)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}

/** The entries from the root to the entry of a path, or an empty list. Paths are compared without case. */
export function trailOf(entries: readonly MenuEntry[], path: string): readonly MenuEntry[] {
  for (const entry of entries) {
    if (entry.path?.toLowerCase() === path.toLowerCase()) return [entry]
    const below = trailOf(entry.children, path)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}

/** The path of the first page, depth first; null when there is none. */
export function firstPath(entries: readonly MenuEntry[]): string | null {
  for (const entry of entries) {
    const path = entry.path ?? firstPath(entry.children)
    if (path !== null) return path
  }
  return null
}

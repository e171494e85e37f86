/** The menu for BuildAdmin's client: icons with names it knows, and no folder in which it has nothing to show. */
import type { MenuNode } from '../../../protocol/index.ts'

/** Our pages use icon names of Blueprint; that client has Font Awesome 4. Icons that are not listed get its default. */
const iconNames: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    barcode: 'barcode',
    box: 'cube',
    cog: 'cog',
    dashboard: 'dashboard',
    'diagram-tree': 'sitemap',
    history: 'history',
    home: 'home',
    key: 'key',
    'layout-grid': 'th-large',
    lock: 'lock',
    numerical: 'sort-numeric-asc',
    office: 'building',
    paperclip: 'paperclip',
    people: 'users',
    person: 'user-o',
    settings: 'cogs',
    shield: 'shield',
    shop: 'shopping-cart',
    tag: 'tag',
    truck: 'truck',
    user: 'user',
  }),
)

/** Names that client accepts unchanged. */
const iconPattern = /^(?:fa |iconfont |el-icon-|local-|https?:)/

export function fontAwesomeIcon(icon: string): string {
  return icon === '' || iconPattern.test(icon) ? icon : `fa fa-${iconNames.get(icon) ?? 'circle-o'}`
}

/** Our client opens these pages without menu entries; that client uses its menu. */
const nativePages: ReadonlySet<string> = new Set(['dashboard'])

export function toCompatMenu(nodes: readonly MenuNode[]): readonly MenuNode[] {
  return nodes.map((node) => {
    const icon = fontAwesomeIcon(node.icon)
    const extend = nativePages.has(node.name)
      ? 'none'
      : node.type === 'menu_dir' && !showsAnything(node)
        ? 'add_rules_only'
        : node.extend
    return node.children ? { ...node, icon, extend, children: toCompatMenu(node.children) } : { ...node, icon, extend }
  })
}

function showsAnything({ type, menu_type: kind, component, extend, children = [] }: MenuNode): boolean {
  if (extend === 'add_rules_only') return false
  return type === 'menu' ? kind !== 'tab' || component !== '' : children.some(showsAnything)
}

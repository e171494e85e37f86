/** The menu for BuildAdmin's own client: icons by names it knows, and no folder in which it has nothing to show. */
import type { MenuNode } from '../../../protocol/index.ts'

/** Our pages name icons of Blueprint; that client has Font Awesome 4. What is not listed gets its default. */
const fontAwesome: Readonly<Record<string, string>> = {
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
}

/** Names that client takes as they are. */
const known = /^(?:fa |iconfont |el-icon-|local-|https?:)/

export function oldIcon(icon: string): string {
  return icon === '' || known.test(icon)
    ? icon
    : `fa fa-${Object.hasOwn(fontAwesome, icon) ? fontAwesome[icon]! : 'circle-o'}`
}

/** Our client has its own way to these; that one goes by its menu. */
const ways: ReadonlySet<string> = new Set(['dashboard'])

export function inOldMenu(nodes: readonly MenuNode[]): readonly MenuNode[] {
  return nodes.map((node) => {
    const icon = oldIcon(node.icon)
    const extend = ways.has(node.name)
      ? 'none'
      : node.type === 'menu_dir' && !showsAnything(node)
        ? 'add_rules_only'
        : node.extend
    return node.children ? { ...node, icon, extend, children: inOldMenu(node.children) } : { ...node, icon, extend }
  })
}

function showsAnything({ type, menu_type: kind, component, extend, children = [] }: MenuNode): boolean {
  if (extend === 'add_rules_only') return false
  return type === 'menu' ? kind !== 'tab' || component !== '' : children.some(showsAnything)
}

/** Names of the icons that the client draws: schemas, rules of the menu and modules name them. */

/** Icons of the menus that ship with the framework. */
export const menuIcons = [
  'barcode',
  'book',
  'box',
  'calendar',
  'chart',
  'clipboard',
  'cog',
  'comment',
  'credit-card',
  'cube',
  'dashboard',
  'diagram-tree',
  'document',
  'endorsed',
  'envelope',
  'export',
  'globe-network',
  'history',
  'home',
  'import',
  'inbox',
  'info-sign',
  'key',
  'layers',
  'layout-grid',
  'lightbulb',
  'link',
  'list',
  'lock',
  'mobile-phone',
  'notifications',
  'numerical',
  'office',
  'paperclip',
  'people',
  'person',
  'search',
  'settings',
  'shield',
  'shop',
  'shopping-cart',
  'swap-horizontal',
  'tag',
  'truck',
  'undo',
  'user',
] as const

export const extraIcons = [
  'add',
  'application',
  'archive',
  'bank-account',
  'briefcase',
  'calculator',
  'contrast',
  'cross',
  'cross-circle',
  'dollar',
  'download',
  'duplicate',
  'edit',
  'flag',
  'folder-close',
  'fullscreen',
  'heart',
  'id-number',
  'log-out',
  'map-marker',
  'media',
  'percentage',
  'phone',
  'play',
  'projects',
  'properties',
  'refresh',
  'send-message',
  'star',
  'th',
  'tick',
  'time',
  'translate',
  'upload',
  'wrench',
] as const

/** Names of Font Awesome for some of them, which menus of other clients use. */
export const otherIconNames = [
  'bell',
  'calendar-check-o',
  'file-text-o',
  'gear',
  'group',
  'line-chart',
  'money',
  'user-circle',
  'user-circle-o',
  'user-o',
] as const

export const iconNames: readonly string[] = [...menuIcons, ...extraIcons].sort()

const iconSet: ReadonlySet<string> = new Set([...iconNames, ...otherIconNames])

/** Names that only other clients draw: ours shows a circle for them. */
const foreign = /^(?:fa |iconfont |el-icon-|local-|https?:)/

/** False for a name that no client draws. */
export const isIconName = (name: string): boolean => iconSet.has(name) || foreign.test(name)

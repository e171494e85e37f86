/** Names of the icons that the client draws: schemas, rules of the menu and modules name them. */

/** Icons of the menus that ship with the framework. */
export const menuIcons = [
  'barcode',
  'box',
  'calendar',
  'clipboard',
  'cog',
  'credit-card',
  'cube',
  'dashboard',
  'diagram-tree',
  'envelope',
  'export',
  'globe-network',
  'history',
  'home',
  'import',
  'key',
  'layers',
  'layout-grid',
  'lock',
  'mobile-phone',
  'notifications',
  'numerical',
  'office',
  'paperclip',
  'people',
  'person',
  'settings',
  'shield',
  'shop',
  'swap-horizontal',
  'tag',
  'truck',
  'user',
] as const

export const extraIcons = [
  'add',
  'application',
  'archive',
  'bank-account',
  'book',
  'briefcase',
  'calculator',
  'chart',
  'comment',
  'contrast',
  'cross',
  'cross-circle',
  'document',
  'dollar',
  'download',
  'duplicate',
  'edit',
  'endorsed',
  'flag',
  'folder-close',
  'fullscreen',
  'heart',
  'id-number',
  'inbox',
  'info-sign',
  'lightbulb',
  'link',
  'list',
  'log-out',
  'map-marker',
  'media',
  'percentage',
  'phone',
  'play',
  'projects',
  'properties',
  'refresh',
  'search',
  'send-message',
  'shopping-cart',
  'star',
  'th',
  'tick',
  'time',
  'translate',
  'undo',
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

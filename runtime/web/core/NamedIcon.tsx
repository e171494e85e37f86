/**
 * Icons by the names of schemas and menus. They are imported one by one: lookup by text would load every icon. The
 * icons of the shipped menus are here; the others load as a separate chunk when a menu needs one of them.
 */
import {
  Barcode,
  Book,
  Box,
  Calendar,
  Chart,
  Circle,
  Clipboard,
  Cog,
  Comment,
  CreditCard,
  Cube,
  Dashboard,
  DiagramTree,
  Document,
  Endorsed,
  Envelope,
  Export,
  GlobeNetwork,
  History,
  Home,
  Import,
  Inbox,
  InfoSign,
  Key,
  Layers,
  LayoutGrid,
  Lightbulb,
  Link,
  List,
  Lock,
  MobilePhone,
  Notifications,
  Numerical,
  Office,
  Paperclip,
  People,
  Person,
  Search,
  Settings,
  Shield,
  Shop,
  ShoppingCart,
  SwapHorizontal,
  Tag,
  Truck,
  Undo,
  User,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'
import type { menuIcons } from '../../protocol/index.ts'
import { lazyComponent } from './loading/lazy-component.tsx'

type Icon = ComponentType<{ size?: number }>

const menu: Readonly<Record<(typeof menuIcons)[number], Icon>> = {
  barcode: Barcode,
  book: Book,
  box: Box,
  calendar: Calendar,
  chart: Chart,
  clipboard: Clipboard,
  cog: Cog,
  comment: Comment,
  'credit-card': CreditCard,
  cube: Cube,
  dashboard: Dashboard,
  'diagram-tree': DiagramTree,
  document: Document,
  endorsed: Endorsed,
  envelope: Envelope,
  export: Export,
  'globe-network': GlobeNetwork,
  history: History,
  home: Home,
  import: Import,
  inbox: Inbox,
  'info-sign': InfoSign,
  key: Key,
  layers: Layers,
  'layout-grid': LayoutGrid,
  lightbulb: Lightbulb,
  link: Link,
  list: List,
  lock: Lock,
  'mobile-phone': MobilePhone,
  notifications: Notifications,
  numerical: Numerical,
  office: Office,
  paperclip: Paperclip,
  people: People,
  person: Person,
  search: Search,
  settings: Settings,
  shield: Shield,
  shop: Shop,
  'shopping-cart': ShoppingCart,
  'swap-horizontal': SwapHorizontal,
  tag: Tag,
  truck: Truck,
  undo: Undo,
  user: User,
}
const icons: Readonly<Record<string, Icon>> = menu

const ExtraIcon = lazyComponent<{ readonly name: string }>(
  async () => (await import('./ExtraIcon.tsx')).ExtraIcon,
  () => <Circle size={16} />,
)

/** Loads the icons that no shipped menu uses, before many are shown at once. */
export const preloadIcons = (): Promise<unknown> => ExtraIcon.preload()

/**
 * The icon of that name; a circle when there is none. Menus of the member center, which BuildAdmin's client shows as
 * well, name those of Font Awesome ("fa fa-home").
 */
export function NamedIcon({ name: iconName }: { readonly name: string }) {
  const name = iconName.replace(/^fa fa-/, '')
  const Icon = Object.hasOwn(icons, name) ? icons[name] : null
  if (Icon) return <Icon size={16} />
  return name === '' ? <Circle size={16} /> : <ExtraIcon name={name} />
}

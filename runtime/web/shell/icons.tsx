/** Icons by the names schemas and menus use. One by one: an icon asked for by a text would load all of them. */
import {
  Application, Archive, BankAccount, Barcode, Book, Box, Briefcase, Calculator, Calendar, Chart, Circle, Clipboard, Cog, Comment, Cube, Dashboard, DiagramTree, Document, Dollar,
  Download, Envelope, Flag, FolderClose, GlobeNetwork, Heart, History, Home, IdNumber, Inbox, InfoSign, Key, LayoutGrid, Link, List, Lock, MapMarker, Media, Notifications,
  Numerical, Office, Paperclip, People, Percentage, Person, Phone, Projects, Properties, Search, SendMessage, Shield, Shop, ShoppingCart, Star, SwapHorizontal, Tag, Th, Time, Truck, Upload, User, Wrench,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  'application': Application, 'archive': Archive, 'bank-account': BankAccount, 'barcode': Barcode, 'book': Book, 'box': Box, 'briefcase': Briefcase,
  'calculator': Calculator, 'calendar': Calendar, 'chart': Chart, 'clipboard': Clipboard, 'cog': Cog, 'comment': Comment, 'cube': Cube, 'dashboard': Dashboard,
  'diagram-tree': DiagramTree, 'document': Document, 'dollar': Dollar, 'download': Download, 'envelope': Envelope, 'flag': Flag, 'folder-close': FolderClose,
  'globe-network': GlobeNetwork, 'heart': Heart, 'history': History, 'home': Home, 'id-number': IdNumber, 'inbox': Inbox, 'info-sign': InfoSign, 'key': Key,
  'layout-grid': LayoutGrid, 'link': Link, 'list': List, 'lock': Lock, 'map-marker': MapMarker, 'media': Media, 'notifications': Notifications, 'numerical': Numerical,
  'office': Office, 'paperclip': Paperclip, 'people': People, 'percentage': Percentage, 'person': Person, 'phone': Phone, 'projects': Projects, 'properties': Properties,
  'search': Search, 'send-message': SendMessage, 'shield': Shield, 'shop': Shop, 'shopping-cart': ShoppingCart, 'star': Star, 'swap-horizontal': SwapHorizontal, 'tag': Tag, 'th': Th, 'time': Time,
  'truck': Truck, 'upload': Upload, 'user': User, 'wrench': Wrench,
}

/** The icon of that name; a circle when there is none. */
export function NamedIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? Circle
  return <Icon size={16} />
}

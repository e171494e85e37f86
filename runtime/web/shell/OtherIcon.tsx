/** Icons no shipped menu uses, for schemas of others. */
import {
  Add, Application, Archive, BankAccount, Book, Briefcase, Calculator, Calendar, Chart, Circle, Clipboard, Comment, Contrast, Cross, Cube, Dashboard, Document, Dollar, Download, Envelope, Flag,
  FolderClose, Fullscreen, GlobeNetwork, Heart, History, IdNumber, Inbox, InfoSign, Key, Link, List, LogOut, MapMarker, Media, Percentage, Phone, Projects, Properties, Refresh, Search,
  SendMessage, ShoppingCart, Star, SwapHorizontal, Th, Time, Translate, Upload, Wrench,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  'add': Add, 'contrast': Contrast, 'cross': Cross, 'fullscreen': Fullscreen, 'log-out': LogOut, 'refresh': Refresh, 'translate': Translate, 'application': Application, 'archive': Archive, 'bank-account': BankAccount, 'book': Book, 'briefcase': Briefcase, 'calculator': Calculator, 'calendar': Calendar,
  'chart': Chart, 'clipboard': Clipboard, 'comment': Comment, 'cube': Cube, 'dashboard': Dashboard, 'document': Document, 'dollar': Dollar, 'download': Download,
  'envelope': Envelope, 'flag': Flag, 'folder-close': FolderClose, 'globe-network': GlobeNetwork, 'heart': Heart, 'history': History, 'id-number': IdNumber, 'inbox': Inbox,
  'info-sign': InfoSign, 'key': Key, 'link': Link, 'list': List, 'map-marker': MapMarker, 'media': Media,
  'percentage': Percentage, 'phone': Phone, 'projects': Projects, 'properties': Properties, 'search': Search, 'send-message': SendMessage,
  'shopping-cart': ShoppingCart, 'star': Star, 'swap-horizontal': SwapHorizontal, 'th': Th, 'time': Time, 'upload': Upload, 'wrench': Wrench,
}

/** The icon of that name; a circle when there is none. */
export function OtherIcon({ name }: { readonly name: string }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name]! : Circle
  return <Icon size={16} />
}

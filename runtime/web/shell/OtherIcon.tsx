/** Icons no shipped menu uses, for schemas of others. */
import {
  Add, Application, Archive, BankAccount, Book, Briefcase, Calculator, Calendar, Chart, Circle, Comment, Contrast, Cross, CrossCircle, Dashboard, Document, Dollar, Download, Duplicate, Edit, Endorsed, Envelope, Flag,
  FolderClose, Fullscreen, GlobeNetwork, Heart, History, IdNumber, Inbox, InfoSign, Key, Lightbulb, Link, List, LogOut, MapMarker, Media, Percentage, Phone, Play, Projects, Properties, Refresh, Search,
  SendMessage, ShoppingCart, Star, Th, Tick, Time, Translate, Undo, Upload, Wrench,
} from '@blueprintjs/icons'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  'add': Add, 'contrast': Contrast, 'cross': Cross, 'cross-circle': CrossCircle, 'fullscreen': Fullscreen, 'log-out': LogOut, 'refresh': Refresh, 'translate': Translate, 'application': Application, 'archive': Archive, 'bank-account': BankAccount, 'book': Book, 'briefcase': Briefcase, 'calculator': Calculator, 'calendar': Calendar,
  'chart': Chart, 'comment': Comment, 'dashboard': Dashboard, 'document': Document, 'dollar': Dollar, 'download': Download, 'duplicate': Duplicate, 'edit': Edit, 'endorsed': Endorsed,
  'envelope': Envelope, 'flag': Flag, 'folder-close': FolderClose, 'globe-network': GlobeNetwork, 'heart': Heart, 'history': History, 'id-number': IdNumber, 'inbox': Inbox,
  'info-sign': InfoSign, 'key': Key, 'lightbulb': Lightbulb, 'link': Link, 'list': List, 'map-marker': MapMarker, 'media': Media,
  'percentage': Percentage, 'phone': Phone, 'play': Play, 'projects': Projects, 'properties': Properties, 'search': Search, 'send-message': SendMessage,
  'shopping-cart': ShoppingCart, 'star': Star, 'th': Th, 'tick': Tick, 'time': Time, 'undo': Undo, 'upload': Upload, 'wrench': Wrench,
}

/** The icon of that name; a circle when there is none. */
export function OtherIcon({ name }: { readonly name: string }) {
  const Icon = Object.hasOwn(icons, name) ? icons[name]! : Circle
  return <Icon size={16} />
}

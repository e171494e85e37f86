// Made by tablewright generate from schemas/shop · do not edit · 0bea9b400df82ddd

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: 'shop',
  order: 3,
  menu: [
    'shop/zebra',
    'shop/item',
    'shop/apple',
  ],
  tables: {
    'shop/apple': {
      singular: { 'zh-cn': '物品', en: 'Item' },
      model: () => import('./apple/table.ts').then((file) => file.apple),
      form: () => import('./apple/form.ts').then((file) => file.appleForm),
    },
    'shop/hidden': {
      singular: { 'zh-cn': '物品', en: 'Item' },
      model: () => import('./hidden/table.ts').then((file) => file.hidden),
      form: () => import('./hidden/form.ts').then((file) => file.hiddenForm),
    },
    'shop/item': {
      singular: { 'zh-cn': '物品', en: 'Item' },
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
    'shop/zebra': {
      singular: { 'zh-cn': '物品', en: 'Item' },
      model: () => import('./zebra/table.ts').then((file) => file.zebra),
      form: () => import('./zebra/form.ts').then((file) => file.zebraForm),
    },
  },
}

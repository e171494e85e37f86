// Made by tablewright generate from schemas/shop · do not edit · c7871209a40eb742

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: null,
  order: 0,
  menu: [
    'shop/item',
    'shop/colour',
    'shop/tag',
  ],
  tables: {
    'shop/colour': {
      singular: { 'zh-cn': '标签', en: 'Tag' },
      model: () => import('./colour/table.ts').then((file) => file.colour),
      form: () => import('./colour/form.ts').then((file) => file.colourForm),
    },
    'shop/item': {
      singular: { 'zh-cn': '物品', en: 'Item' },
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
    'shop/tag': {
      singular: { 'zh-cn': '标签', en: 'Tag' },
      model: () => import('./tag/table.ts').then((file) => file.tag),
      form: () => import('./tag/form.ts').then((file) => file.tagForm),
    },
  },
}

// Made by tablewright generate from schemas/shop · do not edit · 272213c4406488be

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
      model: () => import('./colour/table.ts').then((file) => file.colour),
      form: () => import('./colour/form.ts').then((file) => file.colourForm),
    },
    'shop/item': {
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
    'shop/tag': {
      model: () => import('./tag/table.ts').then((file) => file.tag),
      form: () => import('./tag/form.ts').then((file) => file.tagForm),
    },
  },
}

// Made by tablewright generate from schemas/shop · do not edit · 1a1d8af1b43a6dde

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: null,
  order: 0,
  menu: [],
  tables: {
    'shop/item': {
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
  },
}

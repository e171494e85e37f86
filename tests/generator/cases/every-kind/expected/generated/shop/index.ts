// Made by tablewright generate from schemas/shop · do not edit · f17cd4dd2756c760

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: null,
  order: 0,
  menu: [
    'store/goods',
  ],
  tables: {
    'store/goods': {
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
  },
}

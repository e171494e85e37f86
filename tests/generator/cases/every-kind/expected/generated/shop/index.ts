// Made by tablewright generate from schemas/shop · do not edit · 75e3b00395fb23d0

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
      singular: { 'zh-cn': '物品', en: 'Item' },
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
  },
}

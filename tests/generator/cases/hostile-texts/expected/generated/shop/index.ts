// Made by tablewright generate from schemas/shop · do not edit · f999475787d35dbb

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: null,
  order: 0,
  menu: [
    'shop/item',
  ],
  tables: {
    'shop/item': {
      singular: { 'zh-cn': '*/ `${x}` \' " \\ </script>', en: '*/ `${x}` \' " \\ </script>\u2028' },
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
  },
}

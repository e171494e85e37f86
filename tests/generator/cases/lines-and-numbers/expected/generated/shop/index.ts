// Made by tablewright generate from schemas/shop · do not edit · b1b536f7bf59d94e

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: null,
  order: 0,
  menu: [
    'shop/orders',
    'shop/item',
  ],
  tables: {
    'shop/item': {
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
    'shop/orders': {
      model: () => import('./orders/table.ts').then((file) => file.orders),
      form: () => import('./orders/form.ts').then((file) => file.ordersForm),
    },
    'shop/ordersLine': {
      model: () => import('./orders_line/table.ts').then((file) => file.ordersLine),
      form: () => import('./orders_line/form.ts').then((file) => file.ordersLineForm),
    },
  },
}

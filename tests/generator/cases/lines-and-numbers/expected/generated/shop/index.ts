// Made by tablewright generate from schemas/shop · do not edit · 694c962f2bbd8859

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
      singular: { 'zh-cn': '物品', en: 'Item' },
      model: () => import('./item/table.ts').then((file) => file.item),
      form: () => import('./item/form.ts').then((file) => file.itemForm),
    },
    'shop/orders': {
      singular: { 'zh-cn': '订单', en: 'Order' },
      model: () => import('./orders/table.ts').then((file) => file.orders),
      form: () => import('./orders/form.ts').then((file) => file.ordersForm),
    },
    'shop/ordersLine': {
      singular: { 'zh-cn': '订单明细', en: 'Order line' },
      model: () => import('./orders_line/table.ts').then((file) => file.ordersLine),
      form: () => import('./orders_line/form.ts').then((file) => file.ordersLineForm),
    },
  },
}

// Made by tablewright generate from schemas/shop · do not edit · b0f329b6f3f27053

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: null,
  order: 0,
  menu: [
    'shop/move',
    'shop/note',
    'shop/order',
  ],
  tables: {
    'shop/move': {
      singular: { 'zh-cn': '订单', en: 'Order' },
      model: () => import('./move/table.ts').then((file) => file.move),
      form: () => import('./move/form.ts').then((file) => file.moveForm),
      actions: {
        move: () => import('./move/move/form.ts').then((file) => file.moveMoveForm),
        cancel: () => import('./move/cancel/form.ts').then((file) => file.moveCancelForm),
      },
    },
    'shop/note': {
      singular: { 'zh-cn': '便签', en: 'Note' },
      model: () => import('./note/table.ts').then((file) => file.note),
      form: () => import('./note/form.ts').then((file) => file.noteForm),
    },
    'shop/order': {
      singular: { 'zh-cn': '订单', en: 'Order' },
      model: () => import('./order/table.ts').then((file) => file.order),
      form: () => import('./order/form.ts').then((file) => file.orderForm),
      actions: {
        unaudit: () => import('./order/unaudit/form.ts').then((file) => file.orderUnauditForm),
        cancel: () => import('./order/cancel/form.ts').then((file) => file.orderCancelForm),
      },
    },
  },
}

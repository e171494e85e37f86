// Made by tablewright generate from schemas/shop · do not edit · e536385892cecd37

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
      model: () => import('./move/table.ts').then((file) => file.move),
      form: () => import('./move/form.ts').then((file) => file.moveForm),
      actions: {
        move: () => import('./move/move/form.ts').then((file) => file.moveMoveForm),
        cancel: () => import('./move/cancel/form.ts').then((file) => file.moveCancelForm),
      },
    },
    'shop/note': {
      model: () => import('./note/table.ts').then((file) => file.note),
      form: () => import('./note/form.ts').then((file) => file.noteForm),
    },
    'shop/order': {
      model: () => import('./order/table.ts').then((file) => file.order),
      form: () => import('./order/form.ts').then((file) => file.orderForm),
      actions: {
        unaudit: () => import('./order/unaudit/form.ts').then((file) => file.orderUnauditForm),
        cancel: () => import('./order/cancel/form.ts').then((file) => file.orderCancelForm),
      },
    },
  },
}

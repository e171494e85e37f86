// Made by tablewright generate from schemas/depot · do not edit · 2c6e5e2ec82e6103

import type { ModuleManifest } from 'tablewright/protocol'

export const depot: ModuleManifest = {
  name: 'depot',
  label: { 'zh-cn': '仓库', en: 'Depot' },
  icon: null,
  order: 0,
  menu: [
    'depot/book',
    'depot/delivery',
    'depot/product',
    'depot/shelf',
    'depot/stock',
    'depot/unit',
    'depot/warehouse',
  ],
  tables: {
    'depot/book': {
      model: () => import('./book/table.ts').then((file) => file.book),
      form: () => import('./book/form.ts').then((file) => file.bookForm),
    },
    'depot/delivery': {
      model: () => import('./delivery/table.ts').then((file) => file.delivery),
      form: () => import('./delivery/form.ts').then((file) => file.deliveryForm),
    },
    'depot/deliveryLine': {
      model: () => import('./delivery_line/table.ts').then((file) => file.deliveryLine),
      form: () => import('./delivery_line/form.ts').then((file) => file.deliveryLineForm),
    },
    'depot/product': {
      model: () => import('./product/table.ts').then((file) => file.product),
      form: () => import('./product/form.ts').then((file) => file.productForm),
    },
    'depot/shelf': {
      model: () => import('./shelf/table.ts').then((file) => file.shelf),
      form: () => import('./shelf/form.ts').then((file) => file.shelfForm),
    },
    'depot/stock': {
      model: () => import('./stock/table.ts').then((file) => file.stock),
      form: () => import('./stock/form.ts').then((file) => file.stockForm),
    },
    'depot/unit': {
      model: () => import('./unit/table.ts').then((file) => file.unit),
      form: () => import('./unit/form.ts').then((file) => file.unitForm),
    },
    'depot/warehouse': {
      model: () => import('./warehouse/table.ts').then((file) => file.warehouse),
      form: () => import('./warehouse/form.ts').then((file) => file.warehouseForm),
    },
  },
}

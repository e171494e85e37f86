// Made by tablewright generate from schemas/depot · do not edit · b2d06fe151b12128

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
      singular: { 'zh-cn': '台账', en: 'Book' },
      model: () => import('./book/table.ts').then((file) => file.book),
      form: () => import('./book/form.ts').then((file) => file.bookForm),
    },
    'depot/delivery': {
      singular: { 'zh-cn': '出库单', en: 'Delivery' },
      model: () => import('./delivery/table.ts').then((file) => file.delivery),
      form: () => import('./delivery/form.ts').then((file) => file.deliveryForm),
    },
    'depot/deliveryLine': {
      singular: { 'zh-cn': '出库明细', en: 'Delivery line' },
      model: () => import('./delivery_line/table.ts').then((file) => file.deliveryLine),
      form: () => import('./delivery_line/form.ts').then((file) => file.deliveryLineForm),
    },
    'depot/product': {
      singular: { 'zh-cn': '产品', en: 'Product' },
      model: () => import('./product/table.ts').then((file) => file.product),
      form: () => import('./product/form.ts').then((file) => file.productForm),
    },
    'depot/shelf': {
      singular: { 'zh-cn': '货架', en: 'Shelf' },
      model: () => import('./shelf/table.ts').then((file) => file.shelf),
      form: () => import('./shelf/form.ts').then((file) => file.shelfForm),
    },
    'depot/stock': {
      singular: { 'zh-cn': '库存', en: 'Stock' },
      model: () => import('./stock/table.ts').then((file) => file.stock),
      form: () => import('./stock/form.ts').then((file) => file.stockForm),
    },
    'depot/unit': {
      singular: { 'zh-cn': '单位', en: 'Unit' },
      model: () => import('./unit/table.ts').then((file) => file.unit),
      form: () => import('./unit/form.ts').then((file) => file.unitForm),
    },
    'depot/warehouse': {
      singular: { 'zh-cn': '仓库', en: 'Warehouse' },
      model: () => import('./warehouse/table.ts').then((file) => file.warehouse),
      form: () => import('./warehouse/form.ts').then((file) => file.warehouseForm),
    },
  },
}

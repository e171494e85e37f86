// Made by tablewright generate from schemas/wms · do not edit · 2419f8845bbd4f5e

import type { ModuleManifest } from 'tablewright/protocol'

export const wms: ModuleManifest = {
  name: 'wms',
  label: { 'zh-cn': '仓库管理', en: 'Warehouse' },
  icon: 'shop',
  order: 10,
  menu: [
    'wms/product',
    'wms/category',
    'wms/brand',
    'wms/unit',
    'wms/supplier',
    'wms/customer',
    'wms/carrier',
    'wms/warehouse',
    'wms/warehouseArea',
    'wms/warehouseShelf',
  ],
  tables: {
    'wms/brand': {
      model: () => import('./brand/table.ts').then((file) => file.brand),
      form: () => import('./brand/form.ts').then((file) => file.brandForm),
    },
    'wms/carrier': {
      model: () => import('./carrier/table.ts').then((file) => file.carrier),
      form: () => import('./carrier/form.ts').then((file) => file.carrierForm),
    },
    'wms/category': {
      model: () => import('./category/table.ts').then((file) => file.category),
      form: () => import('./category/form.ts').then((file) => file.categoryForm),
    },
    'wms/customer': {
      model: () => import('./customer/table.ts').then((file) => file.customer),
      form: () => import('./customer/form.ts').then((file) => file.customerForm),
    },
    'wms/product': {
      model: () => import('./product/table.ts').then((file) => file.product),
      form: () => import('./product/form.ts').then((file) => file.productForm),
    },
    'wms/supplier': {
      model: () => import('./supplier/table.ts').then((file) => file.supplier),
      form: () => import('./supplier/form.ts').then((file) => file.supplierForm),
    },
    'wms/unit': {
      model: () => import('./unit/table.ts').then((file) => file.unit),
      form: () => import('./unit/form.ts').then((file) => file.unitForm),
    },
    'wms/warehouse': {
      model: () => import('./warehouse/table.ts').then((file) => file.warehouse),
      form: () => import('./warehouse/form.ts').then((file) => file.warehouseForm),
    },
    'wms/warehouseArea': {
      model: () => import('./warehouse_area/table.ts').then((file) => file.warehouseArea),
      form: () => import('./warehouse_area/form.ts').then((file) => file.warehouseAreaForm),
    },
    'wms/warehouseShelf': {
      model: () => import('./warehouse_shelf/table.ts').then((file) => file.warehouseShelf),
      form: () => import('./warehouse_shelf/form.ts').then((file) => file.warehouseShelfForm),
    },
  },
}

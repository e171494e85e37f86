// Made by tablewright generate from schemas/wms · do not edit · 47017ffb354d1ddb

import type { ModuleManifest } from 'tablewright/protocol'

export const wms: ModuleManifest = {
  name: 'wms',
  label: { 'zh-cn': '仓库管理', en: 'Warehouse' },
  icon: 'shop',
  order: 10,
  menu: [
    'wms/warehousing',
    'wms/outbound',
    'wms/relocation',
    'wms/stocktake',
    'wms/stock',
    'wms/stockLayer',
    'wms/inventoryHistory',
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
      singular: { 'zh-cn': '品牌', en: 'Brand' },
      model: () => import('./brand/table.ts').then((file) => file.brand),
      form: () => import('./brand/form.ts').then((file) => file.brandForm),
    },
    'wms/carrier': {
      singular: { 'zh-cn': '承运商', en: 'Carrier' },
      model: () => import('./carrier/table.ts').then((file) => file.carrier),
      form: () => import('./carrier/form.ts').then((file) => file.carrierForm),
    },
    'wms/category': {
      singular: { 'zh-cn': '商品分类', en: 'Category' },
      model: () => import('./category/table.ts').then((file) => file.category),
      form: () => import('./category/form.ts').then((file) => file.categoryForm),
    },
    'wms/customer': {
      singular: { 'zh-cn': '客户', en: 'Customer' },
      model: () => import('./customer/table.ts').then((file) => file.customer),
      form: () => import('./customer/form.ts').then((file) => file.customerForm),
    },
    'wms/inventoryHistory': {
      singular: { 'zh-cn': '库存流水', en: 'Inventory movement' },
      model: () => import('./inventory_history/table.ts').then((file) => file.inventoryHistory),
      form: () => import('./inventory_history/form.ts').then((file) => file.inventoryHistoryForm),
    },
    'wms/outbound': {
      singular: { 'zh-cn': '出库单', en: 'Outbound order' },
      model: () => import('./outbound/table.ts').then((file) => file.outbound),
      form: () => import('./outbound/form.ts').then((file) => file.outboundForm),
      actions: {
        audit: () => import('./outbound/audit/form.ts').then((file) => file.outboundAuditForm),
        unaudit: () => import('./outbound/unaudit/form.ts').then((file) => file.outboundUnauditForm),
        ship: () => import('./outbound/ship/form.ts').then((file) => file.outboundShipForm),
        editShipment: () => import('./outbound/editShipment/form.ts').then((file) => file.outboundEditShipmentForm),
        unship: () => import('./outbound/unship/form.ts').then((file) => file.outboundUnshipForm),
      },
    },
    'wms/outboundLine': {
      singular: { 'zh-cn': '出库明细', en: 'Outbound line' },
      model: () => import('./outbound_line/table.ts').then((file) => file.outboundLine),
      form: () => import('./outbound_line/form.ts').then((file) => file.outboundLineForm),
    },
    'wms/product': {
      singular: { 'zh-cn': '商品', en: 'Product' },
      model: () => import('./product/table.ts').then((file) => file.product),
      form: () => import('./product/form.ts').then((file) => file.productForm),
    },
    'wms/relocation': {
      singular: { 'zh-cn': '移库单', en: 'Relocation order' },
      model: () => import('./relocation/table.ts').then((file) => file.relocation),
      form: () => import('./relocation/form.ts').then((file) => file.relocationForm),
      actions: {
        audit: () => import('./relocation/audit/form.ts').then((file) => file.relocationAuditForm),
        move: () => import('./relocation/move/form.ts').then((file) => file.relocationMoveForm),
        reverseMove: () => import('./relocation/reverseMove/form.ts').then((file) => file.relocationReverseMoveForm),
        unaudit: () => import('./relocation/unaudit/form.ts').then((file) => file.relocationUnauditForm),
        cancel: () => import('./relocation/cancel/form.ts').then((file) => file.relocationCancelForm),
      },
    },
    'wms/stock': {
      singular: { 'zh-cn': '库存', en: 'Stock record' },
      model: () => import('./stock/table.ts').then((file) => file.stock),
      form: () => import('./stock/form.ts').then((file) => file.stockForm),
    },
    'wms/stockLayer': {
      singular: { 'zh-cn': '库存批次', en: 'Stock batch' },
      model: () => import('./stock_layer/table.ts').then((file) => file.stockLayer),
      form: () => import('./stock_layer/form.ts').then((file) => file.stockLayerForm),
    },
    'wms/stockLayerMove': {
      singular: { 'zh-cn': '批次变动', en: 'Batch movement' },
      model: () => import('./stock_layer_move/table.ts').then((file) => file.stockLayerMove),
      form: () => import('./stock_layer_move/form.ts').then((file) => file.stockLayerMoveForm),
    },
    'wms/stocktake': {
      singular: { 'zh-cn': '盘点单', en: 'Stocktake' },
      model: () => import('./stocktake/table.ts').then((file) => file.stocktake),
      form: () => import('./stocktake/form.ts').then((file) => file.stocktakeForm),
      actions: {
        post: () => import('./stocktake/post/form.ts').then((file) => file.stocktakePostForm),
        unpost: () => import('./stocktake/unpost/form.ts').then((file) => file.stocktakeUnpostForm),
        cancel: () => import('./stocktake/cancel/form.ts').then((file) => file.stocktakeCancelForm),
      },
    },
    'wms/stocktakeLine': {
      singular: { 'zh-cn': '盘点明细', en: 'Stocktake line' },
      model: () => import('./stocktake_line/table.ts').then((file) => file.stocktakeLine),
      form: () => import('./stocktake_line/form.ts').then((file) => file.stocktakeLineForm),
    },
    'wms/supplier': {
      singular: { 'zh-cn': '供应商', en: 'Supplier' },
      model: () => import('./supplier/table.ts').then((file) => file.supplier),
      form: () => import('./supplier/form.ts').then((file) => file.supplierForm),
    },
    'wms/unit': {
      singular: { 'zh-cn': '计量单位', en: 'Unit' },
      model: () => import('./unit/table.ts').then((file) => file.unit),
      form: () => import('./unit/form.ts').then((file) => file.unitForm),
    },
    'wms/warehouse': {
      singular: { 'zh-cn': '仓库', en: 'Warehouse' },
      model: () => import('./warehouse/table.ts').then((file) => file.warehouse),
      form: () => import('./warehouse/form.ts').then((file) => file.warehouseForm),
    },
    'wms/warehouseArea': {
      singular: { 'zh-cn': '库区', en: 'Warehouse area' },
      model: () => import('./warehouse_area/table.ts').then((file) => file.warehouseArea),
      form: () => import('./warehouse_area/form.ts').then((file) => file.warehouseAreaForm),
    },
    'wms/warehouseShelf': {
      singular: { 'zh-cn': '货架', en: 'Shelf' },
      model: () => import('./warehouse_shelf/table.ts').then((file) => file.warehouseShelf),
      form: () => import('./warehouse_shelf/form.ts').then((file) => file.warehouseShelfForm),
    },
    'wms/warehousing': {
      singular: { 'zh-cn': '入库单', en: 'Inbound order' },
      model: () => import('./warehousing/table.ts').then((file) => file.warehousing),
      form: () => import('./warehousing/form.ts').then((file) => file.warehousingForm),
      actions: {
        unaudit: () => import('./warehousing/unaudit/form.ts').then((file) => file.warehousingUnauditForm),
      },
    },
    'wms/warehousingLine': {
      singular: { 'zh-cn': '入库明细', en: 'Inbound line' },
      model: () => import('./warehousing_line/table.ts').then((file) => file.warehousingLine),
      form: () => import('./warehousing_line/form.ts').then((file) => file.warehousingLineForm),
    },
  },
}

// Made by tablewright generate from schemas/wms · do not edit · 414c189620426552

import type { WmsTables } from './tables.ts'
import type * as brand from './brand/row.ts'
import type * as carrier from './carrier/row.ts'
import type * as category from './category/row.ts'
import type * as customer from './customer/row.ts'
import type * as inventoryHistory from './inventory_history/row.ts'
import type * as outbound from './outbound/row.ts'
import type * as outboundLine from './outbound_line/row.ts'
import type * as product from './product/row.ts'
import type * as relocation from './relocation/row.ts'
import type * as stock from './stock/row.ts'
import type * as stockLayer from './stock_layer/row.ts'
import type * as stockLayerMove from './stock_layer_move/row.ts'
import type * as stocktake from './stocktake/row.ts'
import type * as stocktakeLine from './stocktake_line/row.ts'
import type * as supplier from './supplier/row.ts'
import type * as unit from './unit/row.ts'
import type * as warehouse from './warehouse/row.ts'
import type * as warehouseArea from './warehouse_area/row.ts'
import type * as warehouseShelf from './warehouse_shelf/row.ts'
import type * as warehousing from './warehousing/row.ts'
import type * as warehousingLine from './warehousing_line/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface WmsEntities {
  'wms/brand': {
    columns: WmsTables['wms_brand']
    row: brand.Brand
    input: brand.BrandInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/carrier': {
    columns: WmsTables['wms_carrier']
    row: carrier.Carrier
    input: carrier.CarrierInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/category': {
    columns: WmsTables['wms_category']
    row: category.Category
    input: category.CategoryInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/customer': {
    columns: WmsTables['wms_customer']
    row: customer.Customer
    input: customer.CustomerInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/inventory_history': {
    columns: WmsTables['wms_inventory_history']
    row: inventoryHistory.InventoryHistory
    input: inventoryHistory.InventoryHistoryInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: 'wms/outbound' | 'wms/relocation' | 'wms/stocktake' | 'wms/warehousing'
  }
  'wms/outbound': {
    columns: WmsTables['wms_outbound']
    row: outbound.Outbound
    input: outbound.OutboundInput
    lines: { product_detail: WmsTables['wms_outbound_line'] }
    actions: {
      suggest: { input: {}; stored: {} }
      audit: { input: outbound.OutboundAuditInput; stored: { allow_expired: 0 | 1 | null } }
      unaudit: { input: outbound.OutboundUnauditInput; stored: { reason: string } }
      ship: { input: outbound.OutboundShipInput; stored: { courier_number: string; carrier_id: number; shipment_time: number | null } }
      editShipment: { input: outbound.OutboundEditShipmentInput; stored: { courier_number: string; carrier_id: number; shipment_time: number } }
      unship: { input: outbound.OutboundUnshipInput; stored: { reason: string } }
    }
    rights: 'allowExpired'
    postings: { issue: WmsTables['wms_inventory_history'] }
    documents: never
  }
  'wms/outbound_line': {
    columns: WmsTables['wms_outbound_line']
    row: outboundLine.OutboundLine
    input: outboundLine.OutboundLineInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/product': {
    columns: WmsTables['wms_product']
    row: product.Product
    input: product.ProductInput
    lines: {}
    actions: {
      recomputeLayers: { input: {}; stored: {} }
    }
    rights: never
    postings: {}
    documents: never
  }
  'wms/relocation': {
    columns: WmsTables['wms_relocation']
    row: relocation.Relocation
    input: relocation.RelocationInput
    lines: {}
    actions: {
      audit: { input: relocation.RelocationAuditInput; stored: { quantity: number | null } }
      move: { input: relocation.RelocationMoveInput; stored: { quantity: number } }
      reverseMove: { input: relocation.RelocationReverseMoveInput; stored: { posting_seq: number } }
      unaudit: { input: relocation.RelocationUnauditInput; stored: { reason: string } }
      cancel: { input: relocation.RelocationCancelInput; stored: { reason: string } }
    }
    rights: never
    postings: { move: WmsTables['wms_inventory_history'] }
    documents: never
  }
  'wms/stock': {
    columns: WmsTables['wms_stock']
    row: stock.Stock
    input: stock.StockInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/stock_layer': {
    columns: WmsTables['wms_stock_layer']
    row: stockLayer.StockLayer
    input: stockLayer.StockLayerInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/stock_layer_move': {
    columns: WmsTables['wms_stock_layer_move']
    row: stockLayerMove.StockLayerMove
    input: stockLayerMove.StockLayerMoveInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/stocktake': {
    columns: WmsTables['wms_stocktake']
    row: stocktake.Stocktake
    input: stocktake.StocktakeInput
    lines: { product_detail: WmsTables['wms_stocktake_line'] }
    actions: {
      start: { input: {}; stored: {} }
      recount: { input: {}; stored: {} }
      post: { input: stocktake.StocktakePostInput; stored: { skip_uncounted: 0 | 1 | null } }
      unpost: { input: stocktake.StocktakeUnpostInput; stored: { reason: string } }
      cancel: { input: stocktake.StocktakeCancelInput; stored: { reason: string } }
    }
    rights: 'seeBook'
    postings: { adjust: WmsTables['wms_inventory_history'] }
    documents: never
  }
  'wms/stocktake_line': {
    columns: WmsTables['wms_stocktake_line']
    row: stocktakeLine.StocktakeLine
    input: stocktakeLine.StocktakeLineInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/supplier': {
    columns: WmsTables['wms_supplier']
    row: supplier.Supplier
    input: supplier.SupplierInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/unit': {
    columns: WmsTables['wms_unit']
    row: unit.Unit
    input: unit.UnitInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/warehouse': {
    columns: WmsTables['wms_warehouse']
    row: warehouse.Warehouse
    input: warehouse.WarehouseInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/warehouse_area': {
    columns: WmsTables['wms_warehouse_area']
    row: warehouseArea.WarehouseArea
    input: warehouseArea.WarehouseAreaInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/warehouse_shelf': {
    columns: WmsTables['wms_warehouse_shelf']
    row: warehouseShelf.WarehouseShelf
    input: warehouseShelf.WarehouseShelfInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'wms/warehousing': {
    columns: WmsTables['wms_warehousing']
    row: warehousing.Warehousing
    input: warehousing.WarehousingInput
    lines: { product_detail: WmsTables['wms_warehousing_line'] }
    actions: {
      audit: { input: {}; stored: {} }
      unaudit: { input: warehousing.WarehousingUnauditInput; stored: { reason: string } }
      remainder: { input: {}; stored: {} }
    }
    rights: 'overReceipt'
    postings: { receive: WmsTables['wms_inventory_history'] }
    documents: never
  }
  'wms/warehousing_line': {
    columns: WmsTables['wms_warehousing_line']
    row: warehousingLine.WarehousingLine
    input: warehousingLine.WarehousingLineInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}

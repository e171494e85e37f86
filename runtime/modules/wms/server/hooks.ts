/** Hooks of the operations on the warehouse's records. */
import { area, shelf, warehouse } from './masters/locations.ts'
import { customer, supplier } from './masters/partners.ts'
import { product, unit } from './masters/product.ts'
import { warehousing } from './orders/inbound.ts'
import { outbound } from './orders/outbound.ts'
import { relocation } from './orders/relocation.ts'
import { history } from './stock/history.ts'
import { stocktake } from './stocktake/lines.ts'
import { stocktakeLine } from './stocktake/shown.ts'
import type { ModuleHooks } from '#generated/wms/server.ts'

export const hooks: ModuleHooks = {
  'wms/warehousing': warehousing,
  'wms/outbound': outbound,
  'wms/relocation': relocation,
  'wms/stocktake': stocktake,
  'wms/stocktake_line': stocktakeLine,
  'wms/inventory_history': history,
  'wms/product': product,
  'wms/unit': unit,
  'wms/supplier': supplier,
  'wms/customer': customer,
  'wms/warehouse': warehouse,
  'wms/warehouse_area': area,
  'wms/warehouse_shelf': shelf,
}

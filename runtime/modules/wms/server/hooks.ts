/** What the warehouse adds to the operations on its records. */
import type { Hooks } from 'tablewright/server'
import { area, shelf, warehouse } from './masters/locations.ts'
import { customer, supplier } from './masters/partners.ts'
import { product, unit } from './masters/product.ts'
import { warehousing } from './orders/inbound.ts'
import { outbound } from './orders/outbound.ts'
import { relocation } from './orders/relocation.ts'
import { history } from './stock/history.ts'
import { stocktake } from './stocktake/lines.ts'
import { stocktakeLine } from './stocktake/shown.ts'

export const hooks: Readonly<Record<string, Hooks>> = {
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

/** The hand-written web part of the warehouse. */
import { defineWebModule } from 'tablewright/web'
import type { WmsWebParts } from '#generated/wms/parts.ts'

export const wmsWeb = defineWebModule<WmsWebParts>({
  widgets: {},
  dashboard: [() => import('./dashboard/WarehouseSection.tsx').then((file) => file.WarehouseSection)],
  cells: { 'stock-alert': () => import('./cells/StockAlert.tsx').then((file) => file.StockAlert) },
})

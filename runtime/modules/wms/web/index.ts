/** The hand-written web part of the warehouse. */
import { defineWebModule } from 'tablewright/web'
import type { WmsWebParts } from '#generated/wms/parts.ts'

export const wmsWeb = defineWebModule<WmsWebParts>({
  widgets: {},
  toolbar: {
    'wms/hold': [
      {
        label: { 'zh-cn': '检查缺货', en: 'Check stock' },
        icon: 'search',
        right: 'wms/hold/index',
        dialog: () => import('./holds/ShortHoldsDialog.tsx').then((file) => file.ShortHoldsDialog),
      },
    ],
  },
  dashboard: [() => import('./dashboard/WarehouseSection.tsx').then((file) => file.WarehouseSection)],
  cells: { 'stock-alert': () => import('./cells/StockAlert.tsx').then((file) => file.StockAlert) },
})

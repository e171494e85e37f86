/** Effects that the schemas of the warehouse run in their actions. */
import { inboundEffects } from './orders/inbound.ts'
import { outboundEffects } from './orders/outbound.ts'
import { relocationEffects } from './orders/relocation.ts'
import { productEffects } from './stock/recompute.ts'
import { stocktakeEffects } from './stocktake/effects.ts'
import type { ModuleEffects } from '#generated/wms/server.ts'

export const effects: ModuleEffects = {
  'wms/warehousing': inboundEffects,
  'wms/outbound': outboundEffects,
  'wms/relocation': relocationEffects,
  'wms/stocktake': stocktakeEffects,
  'wms/product': productEffects,
}

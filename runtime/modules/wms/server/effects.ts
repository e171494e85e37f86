/** What the schemas of the warehouse run in their actions. */
import type { WmsServerParts } from '../../../../generated/wms/parts.ts'
import type { Effect } from 'tablewright/server'
import { inboundEffects } from './orders/inbound.ts'
import { outboundEffects } from './orders/outbound.ts'
import { relocationEffects } from './orders/relocation.ts'
import { productEffects } from './stock/recompute.ts'
import { stocktakeEffects } from './stocktake/effects.ts'

type Effects = {
  readonly [Entity in keyof WmsServerParts['effects']]: Readonly<Record<WmsServerParts['effects'][Entity], Effect>>
}

export const effects: Effects = {
  'wms/warehousing': inboundEffects,
  'wms/outbound': outboundEffects,
  'wms/relocation': relocationEffects,
  'wms/stocktake': stocktakeEffects,
  'wms/product': productEffects,
}

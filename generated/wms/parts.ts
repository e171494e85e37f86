// Made by tablewright generate from schemas/wms · do not edit · f3c0f37eb705c8ba

import type { Database } from '../database.ts'
import type { WmsEntities } from './entities.ts'

/** Names the web part of this module must supply, no more and no fewer. */
export interface WmsWebParts {
  widget: never
  cell: 'stock-alert'
}

/** What the server part of this module works on, and the effects it must supply: by entity and name, the actions that run them. */
export interface WmsServerParts {
  tables: Database
  entities: WmsEntities
  effects: {
    'wms/outbound': {
      checkReturn: 'unaudit'
      forgetAudit: 'unaudit'
      forgetShipment: 'unship'
      logShipment: 'editShipment'
      noteCarrier: 'editShipment' | 'ship'
      prepareIssue: 'audit'
      suggestShelves: 'suggest'
    }
    'wms/product': {
      recomputeLayers: 'recomputeLayers'
    }
    'wms/relocation': {
      checkMove: 'audit' | 'move'
      checkMoveBack: 'reverseMove'
      countBack: 'reverseMove'
      forgetAudit: 'unaudit'
      noteCancel: 'cancel'
    }
    'wms/stocktake': {
      checkCounts: 'post'
      checkReversal: 'unpost'
      countAgain: 'recount'
      noteReason: 'cancel'
      refuseMovedStock: 'post'
      reopen: 'unpost'
      takeSnapshot: 'start'
    }
    'wms/warehousing': {
      forgetAudit: 'unaudit'
      orderRemainder: 'remainder'
      prepareReceipt: 'audit'
    }
  }
}

// Made by tablewright generate from schemas/wms · do not edit · 1fdba382843a82e6

/** Names the web part of this module must supply, no more and no fewer. */
export interface WmsWebParts {
  widget: never
  cell: never
}

/** Effects the server part of this module must supply, by entity. */
export interface WmsServerParts {
  effects: {
    'wms/outbound': 'checkReturn' | 'forgetAudit' | 'forgetShipment' | 'logShipment' | 'noteCarrier' | 'prepareIssue' | 'suggestShelves'
    'wms/product': 'recomputeLayers'
    'wms/relocation': 'checkMove' | 'checkMoveBack' | 'countBack' | 'forgetAudit' | 'noteCancel'
    'wms/stocktake': 'checkCounts' | 'checkTakeBack' | 'countAgain' | 'noteReason' | 'proveCounts' | 'reopen' | 'takeSnapshot'
    'wms/warehousing': 'forgetAudit' | 'orderRemainder' | 'prepareReceipt'
  }
}

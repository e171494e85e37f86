// Made by tablewright generate from schemas/wms · do not edit · 754dd9478bda7fa5

/** Names the web part of this module must supply, no more and no fewer. */
export interface WmsWebParts {
  widget: never
  cell: never
}

/** Effects the server part of this module must supply, by entity. */
export interface WmsServerParts {
  effects: {
    'wms/outbound': 'checkReturn' | 'forgetAudit' | 'forgetShipment' | 'logShipment' | 'noteCarrier' | 'prepareIssue' | 'suggestShelves'
    'wms/relocation': 'checkMove' | 'checkMoveBack' | 'countBack' | 'forgetAudit' | 'noteCancel'
    'wms/warehousing': 'forgetAudit' | 'orderRemainder' | 'prepareReceipt'
  }
}

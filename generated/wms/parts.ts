// Made by tablewright generate from schemas/wms · do not edit · ec4aaf0ea150fbd0

/** Names the web part of this module must supply, no more and no fewer. */
export interface WmsWebParts {
  widget: never
  cell: never
}

/** Effects the server part of this module must supply, by entity. */
export interface WmsServerParts {
  effects: {}
}

// Made by tablewright generate from schemas/wms · do not edit · cb15a0db140bc857

/** Names the web part of this module must supply, no more and no fewer. */
export interface WmsWebParts {
  widget: never
  cell: never
}

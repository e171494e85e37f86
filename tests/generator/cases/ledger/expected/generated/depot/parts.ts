// Made by tablewright generate from schemas/depot · do not edit · 7e8b110bb19d839a

/** Names the web part of this module must supply, no more and no fewer. */
export interface DepotWebParts {
  widget: never
  cell: never
}

/** Effects the server part of this module must supply, by entity. */
export interface DepotServerParts {
  effects: {}
}

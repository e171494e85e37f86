// Made by tablewright generate from schemas/shop · do not edit · 3d075dbfb571c757

/** Names the web part of this module must supply, no more and no fewer. */
export interface ShopWebParts {
  widget: never
  cell: never
}

/** Effects the server part of this module must supply, by entity. */
export interface ShopServerParts {
  effects: {}
}

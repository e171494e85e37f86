// Made by tablewright generate from schemas/shop · do not edit · 6abf3177bb089b94

/** Names the web part of this module must supply, no more and no fewer. */
export interface ShopWebParts {
  widget: 'barcode'
  cell: 'barcode'
}

/** Effects the server part of this module must supply, by entity. */
export interface ShopServerParts {
  effects: {}
}

// Made by tablewright generate from schemas/shop · do not edit · 8e933eaca49a4887

/** Names the web part of this module must supply, no more and no fewer. */
export interface ShopWebParts {
  widget: 'barcode'
  cell: 'barcode'
}

// Made by tablewright generate from schemas/shop · do not edit · 42a55344dff3bf35

/** Names the web part of this module must supply, no more and no fewer. */
export interface ShopWebParts {
  widget: never
  cell: never
}

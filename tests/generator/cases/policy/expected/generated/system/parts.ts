// Made by tablewright generate from schemas/system · do not edit · 5fb5fdf01d6c7bea

/** Names the web part of this module must supply, no more and no fewer. */
export interface SystemWebParts {
  widget: never
  cell: never
}

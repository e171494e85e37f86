// Made by tablewright generate from schemas/system · do not edit · a262162780a7f2d4

/** Names the web part of this module must supply, no more and no fewer. */
export interface SystemWebParts {
  widget: never
  cell: never
}

/** Effects the server part of this module must supply, by entity. */
export interface SystemServerParts {
  effects: {}
}

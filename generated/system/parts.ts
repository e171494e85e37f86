// Made by tablewright generate from schemas/system · do not edit · 55fa1f8ecafdb681

/** Names the web part of this module must supply, no more and no fewer. */
export interface SystemWebParts {
  widget: 'rights-tree'
  cell: never
}

/** Effects the server part of this module must supply, by entity. */
export interface SystemServerParts {
  effects: {}
}

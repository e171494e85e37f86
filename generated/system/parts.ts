// Made by tablewright generate from schemas/system · do not edit · 3f5813dc4b360d89

/** Names the web part of this module must supply, no more and no fewer. */
export interface SystemWebParts {
  widget: 'rights-tree'
  cell: never
}

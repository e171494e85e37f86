// Made by tablewright generate from schemas/shop/hidden.json · do not edit · 9a048ab55ceb9d74

/** Items: a row as the server sends it. */
export interface Hidden {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface HiddenInput {
  /** 名称 · Name */
  name: string
}

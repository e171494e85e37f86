// Made by tablewright generate from schemas/shop/item.json · do not edit · d9276741d14beca1

/** Items: a row as the server sends it. */
export interface Item {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ItemInput {
  /** 名称 · Name */
  name: string
}

// Made by tablewright generate from schemas/shop/zebra.json · do not edit · 222a530caa1b71ba

/** Items: a row as the server sends it. */
export interface Zebra {
  /** 编号 · ID */
  id: number
  /** 名称 · Name */
  name: string
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface ZebraInput {
  /** 名称 · Name */
  name: string
}
